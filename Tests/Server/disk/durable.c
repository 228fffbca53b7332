#define _GNU_SOURCE
#include "durable.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Bytes that were written and not synced yet. */
struct range {
    dev_t device;
    ino_t inode;
    off_t offset;
    size_t length;
    char *bytes;
};

/* A name that its directory does not hold durably yet has this at its end. */
static const char unnamed[] = ".unnamed";

static const char *kept_directory;
static struct range *ranges;
static size_t count, capacity;

static void fail(const char *what, const char *path)
{
    fprintf(stderr, "faulty disk: %s %s: %m\n", what, path);
    abort();
}

void durable_begin(const char *directory) { kept_directory = directory; }

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void kept_path(char *into, const char *path, const char *ending)
{
    snprintf(into, PATH_MAX, "%s/%s%s", kept_directory, name_of(path), ending);
}

void durable_created(const char *path)
{
    char kept[PATH_MAX];
    kept_path(kept, path, unnamed);
    unlink(kept);
    int file = syscall(SYS_openat, AT_FDCWD, kept, O_CREAT | O_WRONLY, 0600);
    if (file < 0)
        fail("create", kept);
    syscall(SYS_close, file);
}

void durable_linked(const char *from, const char *to)
{
    char old[PATH_MAX], new[PATH_MAX];
    kept_path(old, from, unnamed);
    kept_path(new, to, unnamed);
    unlink(new);
    if (syscall(SYS_linkat, AT_FDCWD, old, AT_FDCWD, new, 0) != 0)
        fail("link", new);
}

void durable_wrote(int descriptor, off_t offset, const void *bytes, size_t length)
{
    struct stat about;
    if (fstat(descriptor, &about) != 0)
        fail("stat", "a file");
    if (count == capacity) {
        capacity = capacity ? capacity * 2 : 1024;
        ranges = realloc(ranges, capacity * sizeof *ranges);
    }
    char *copy = malloc(length);
    memcpy(copy, bytes, length);
    ranges[count++] = (struct range){about.st_dev, about.st_ino, offset, length, copy};
}

static void put(int file, const struct range *range)
{
    if (syscall(SYS_pwrite64, file, range->bytes, range->length, range->offset)
        != (ssize_t)range->length)
        fail("write", "a file");
}

/* The durable copy of an open file. */
static int open_kept(int descriptor)
{
    char link[64], path[PATH_MAX] = "", kept[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    if (readlink(link, path, sizeof path - 1) < 0)
        fail("readlink", link);
    kept_path(kept, path, unnamed);
    int file = syscall(SYS_openat, AT_FDCWD, kept, O_RDWR, 0);
    if (file < 0) {
        kept_path(kept, path, "");
        file = syscall(SYS_openat, AT_FDCWD, kept, O_RDWR, 0);
    }
    return file;
}

/* Takes the ranges of a file off the list, each after `act` has seen it. */
static void settle(int descriptor, int kept, void (*act)(int descriptor, int kept, struct range *))
{
    struct stat about;
    fstat(descriptor, &about);
    size_t left = 0;
    for (size_t index = 0; index < count; index++) {
        struct range *range = &ranges[index];
        if (range->device != about.st_dev || range->inode != about.st_ino) {
            ranges[left++] = *range;
            continue;
        }
        act(descriptor, kept, range);
        free(range->bytes);
    }
    count = left;
}

static void keep(int descriptor, int kept, struct range *range)
{
    (void)descriptor;
    put(kept, range);
}

/* Puts back what the disk has at the place; behind its end there are zeros. */
static void drop(int descriptor, int kept, struct range *range)
{
    memset(range->bytes, 0, range->length);
    if (kept >= 0 && pread(kept, range->bytes, range->length, range->offset) < 0)
        fail("read", "a durable copy");
    put(descriptor, range);
}

static void forget(int descriptor, int kept, struct range *range)
{
    (void)descriptor, (void)kept, (void)range;
}

/* The directory is synced: new names last from now on, and those that were taken away are gone. */
static void keep_names(int descriptor)
{
    DIR *directory = opendir(kept_directory);
    struct dirent *entry;
    char from[PATH_MAX], to[PATH_MAX];
    while (directory && (entry = readdir(directory))) {
        size_t length = strlen(entry->d_name), ending = sizeof unnamed - 1;
        int is_new = length > ending && strcmp(entry->d_name + length - ending, unnamed) == 0;
        char name[NAME_MAX + 1];
        snprintf(name, sizeof name, "%.*s", (int)(is_new ? length - ending : length), entry->d_name);
        snprintf(from, sizeof from, "%s/%s", kept_directory, entry->d_name);
        snprintf(to, sizeof to, "%s/%s", kept_directory, name);
        if (faccessat(descriptor, name, F_OK, 0) != 0)
            unlink(from);
        else if (is_new && rename(from, to) != 0)
            fail("rename", from);
    }
    closedir(directory);
}

void durable_kept(int descriptor)
{
    struct stat about;
    if (fstat(descriptor, &about) == 0 && S_ISDIR(about.st_mode)) {
        keep_names(descriptor);
        return;
    }
    int kept = open_kept(descriptor);
    if (kept < 0)
        return;
    settle(descriptor, kept, keep);
    fstat(descriptor, &about);
    if (syscall(SYS_ftruncate, kept, about.st_size) != 0)
        fail("truncate", "a durable copy");
    syscall(SYS_close, kept);
}

void durable_lost(int descriptor, int drops)
{
    int kept = open_kept(descriptor);
    settle(descriptor, kept, drops ? drop : forget);
    if (kept >= 0)
        syscall(SYS_close, kept);
}
