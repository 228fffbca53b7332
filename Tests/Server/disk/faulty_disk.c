/* A disk that fails where a test says so: loaded before the C library (LD_PRELOAD), it stands between
 * a program and the files of one directory. FAULTY_DISK_DIRECTORY names that, FAULTY_DISK_DURABLE the
 * directory that holds what a power cut would leave, FAULTY_DISK_PLAN the file of `plan.h`. */
#define _GNU_SOURCE
#include "plan.h"

#include "durable.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile struct plan *plan;
static char directory[PATH_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void)
{
    const char *place = getenv("FAULTY_DISK_DIRECTORY"), *path = getenv("FAULTY_DISK_PLAN");
    int file = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDWR, 0) : -1;
    if (!place || file < 0)
        return;
    snprintf(directory, sizeof directory, "%s", place);
    durable_begin(getenv("FAULTY_DISK_DURABLE"));
    plan = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (plan == MAP_FAILED)
        abort();
    plan->loaded = 1;
    syscall(SYS_close, file);
}

static enum file file_of_path(const char *path)
{
    size_t length = strlen(directory);
    if (!plan || strncmp(path, directory, length) != 0)
        return FILE_COUNT;
    if (path[length] == 0)
        return FILE_DIRECTORY;
    if (strcmp(path + length, "/livetiming.sqlite") == 0)
        return FILE_DATABASE;
    if (strcmp(path + length, "/livetiming.sqlite-wal") == 0)
        return FILE_LOG;
    if (strcmp(path + length, "/livetiming.sqlite-shm") == 0)
        return FILE_INDEX;
    return path[length] == '/' ? FILE_OTHER : FILE_COUNT;
}

static enum file file_of(int descriptor)
{
    char link[64], path[PATH_MAX];
    if (!plan)
        return FILE_COUNT;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    return file_of_path(path);
}

/* Whether what a file holds is looked after: the index of the write-ahead log outlives no crash. */
static int is_kept(enum file file) { return file != FILE_COUNT && file != FILE_INDEX; }

enum verdict { PASSES, FAILS, TAKES_HALF };

/* Counts a call and says what becomes of it; wants the lock held. */
static enum verdict judge(enum call call, enum file file)
{
    if (file == FILE_COUNT || !(plan->calls & 1u << call) || !(plan->files & 1u << file))
        return PASSES;
    uint32_t seen = plan->seen + 1, at = plan->at;
    if (seen <= TRACE_LENGTH)
        plan->trace[seen - 1] = (uint8_t)(call << 4 | file);
    plan->seen = seen;
    if (plan->cut && call == CALL_WRITE && seen == at)
        return TAKES_HALF;
    int fails = at && (seen == at || (seen > at && plan->lasting) || (plan->cut && seen == at + 1));
    if (!fails)
        return PASSES;
    plan->failed++;
    errno = (int)plan->error;
    return FAILS;
}

static int open_file(const char *path, int flags, mode_t mode)
{
    enum file file = file_of_path(path);
    pthread_mutex_lock(&lock);
    int is_new = is_kept(file) && flags & O_CREAT && access(path, F_OK) != 0;
    int result = -1;
    if (judge(CALL_OPEN, file) == PASSES)
        result = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (result >= 0 && is_new)
        durable_created(path);
    pthread_mutex_unlock(&lock);
    return result;
}

static ssize_t write_at(int descriptor, const void *bytes, size_t length, off_t offset)
{
    enum file file = file_of(descriptor);
    int follows = offset < 0;
    if (file == FILE_COUNT)
        return follows ? syscall(SYS_write, descriptor, bytes, length)
                       : syscall(SYS_pwrite64, descriptor, bytes, length, offset);
    pthread_mutex_lock(&lock);
    if (follows)
        offset = lseek(descriptor, 0, SEEK_CUR);
    enum verdict verdict = judge(CALL_WRITE, file);
    ssize_t result = -1;
    if (verdict != FAILS) {
        size_t taken = verdict == TAKES_HALF ? (length + 1) / 2 : length;
        result = follows ? syscall(SYS_write, descriptor, bytes, taken)
                         : syscall(SYS_pwrite64, descriptor, bytes, taken, offset);
    }
    if (result > 0 && is_kept(file))
        durable_wrote(descriptor, offset, bytes, (size_t)result);
    pthread_mutex_unlock(&lock);
    return result;
}

static int truncate_file(int descriptor, off_t length)
{
    enum file file = file_of(descriptor);
    pthread_mutex_lock(&lock);
    int result = -1;
    if (judge(CALL_TRUNCATE, file) == PASSES)
        result = syscall(SYS_ftruncate, descriptor, length);
    pthread_mutex_unlock(&lock);
    return result;
}

static void wait_while_held(void)
{
    struct timespec pause = {0, 1000000};
    if (!plan->hold)
        return;
    __atomic_add_fetch(&plan->held, 1, __ATOMIC_SEQ_CST);
    while (plan->hold)
        nanosleep(&pause, NULL);
    __atomic_sub_fetch(&plan->held, 1, __ATOMIC_SEQ_CST);
}

static int synchronize(int descriptor, long call)
{
    enum file file = file_of(descriptor);
    if (file == FILE_COUNT)
        return syscall(call, descriptor);
    if (file == FILE_LOG)
        wait_while_held();
    pthread_mutex_lock(&lock);
    int result = -1;
    if (judge(CALL_SYNC, file) == PASSES)
        result = syscall(call, descriptor);
    int error = errno;
    if (is_kept(file)) {
        if (result == 0)
            durable_kept(descriptor);
        else if (file != FILE_DIRECTORY)
            durable_lost(descriptor, plan->drops);
    }
    errno = error;
    pthread_mutex_unlock(&lock);
    return result;
}

/* The calls of the C library that are stood between. */

#define TAKE_MODE(flags, mode)                                                                      \
    mode_t mode = 0;                                                                                \
    if ((flags) & O_CREAT) {                                                                        \
        va_list rest;                                                                               \
        va_start(rest, flags);                                                                      \
        mode = va_arg(rest, mode_t);                                                                \
        va_end(rest);                                                                               \
    }

int open(const char *path, int flags, ...)
{
    TAKE_MODE(flags, mode)
    return open_file(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    TAKE_MODE(flags, mode)
    return open_file(path, flags, mode);
}

ssize_t write(int descriptor, const void *bytes, size_t length)
{
    return write_at(descriptor, bytes, length, -1);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset)
{
    return write_at(descriptor, bytes, length, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset)
{
    return write_at(descriptor, bytes, length, offset);
}

int ftruncate(int descriptor, off_t length) { return truncate_file(descriptor, length); }

int ftruncate64(int descriptor, off64_t length) { return truncate_file(descriptor, length); }

int fsync(int descriptor) { return synchronize(descriptor, SYS_fsync); }

int fdatasync(int descriptor) { return synchronize(descriptor, SYS_fdatasync); }

int link(const char *from, const char *to)
{
    pthread_mutex_lock(&lock);
    int result = syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (result == 0 && is_kept(file_of_path(to)))
        durable_linked(from, to);
    pthread_mutex_unlock(&lock);
    return result;
}
