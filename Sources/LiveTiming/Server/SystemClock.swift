import Glibc

/// What a clock of the system shows, in whole microseconds.
func microseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)  // `time` outlives the call
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
