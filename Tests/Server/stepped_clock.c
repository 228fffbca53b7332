/* The clocks of one process, moved while it runs: preloaded into the server by stepped_clock.py.
 *
 * STEPPED_CLOCK names a file of two 64-bit integers, nanoseconds that are added to CLOCK_REALTIME (and what follows
 * it) and to CLOCK_BOOTTIME. It is mapped, so that writing to it moves the clocks at once. STEPPED_CLOCK_BOOT names
 * a file that is read in the place of the kernel's boot id.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL
static const char boot_id[] = "/proc/sys/kernel/random/boot_id";
static struct steps { _Atomic int64_t realtime, boottime; } *steps;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("STEPPED_CLOCK");
    int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) abort();
    steps = mmap(NULL, sizeof *steps, PROT_READ, MAP_SHARED, file, 0);
    if (steps == MAP_FAILED) abort();
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, time);
    int64_t step = 0;
    if (result != 0 || !steps) return result;
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) step = steps->realtime;
    if (clock == CLOCK_BOOTTIME) step = steps->boottime;
    int64_t moved = time->tv_sec * SECOND + time->tv_nsec + step;
    time->tv_sec = moved / SECOND;
    time->tv_nsec = moved % SECOND;
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}

time_t time(time_t *stored) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (stored) *stored = now.tv_sec;
    return now.tv_sec;
}

static int opened(const char *path, int flags, mode_t mode) {
    const char *other = strcmp(path, boot_id) == 0 ? getenv("STEPPED_CLOCK_BOOT") : NULL;
    return (int)syscall(SYS_openat, AT_FDCWD, other ? other : path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened(path, flags | O_LARGEFILE, mode);
}
