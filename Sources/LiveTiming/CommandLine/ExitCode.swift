/// How the process ends.
enum ExitCode: Int32, Sendable {
    case success = 0
    /// It could not do its work; the same call may do it another time.
    case failure = 1
    /// The command line, the environment or the configuration file is wrong; the same call will
    /// never work, so that a service manager need not try again.
    case usage = 2
    /// It did its work, and what it checked is not as it should be.
    case faulty = 3
}
