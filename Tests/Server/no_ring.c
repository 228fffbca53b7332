/* A system that does not let a process have io_uring: at its setup, or at its first use (`NO_RING`). */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct io_uring;

static int forbids(const char *what)
{
	const char *where = getenv("NO_RING");
	return where && !strcmp(where, what);
}

int io_uring_queue_init(unsigned entries, struct io_uring *ring, unsigned flags)
{
	int (*real)(unsigned, struct io_uring *, unsigned);
	*(void **)&real = dlsym(RTLD_NEXT, "io_uring_queue_init");
	return forbids("setup") ? -EPERM : real(entries, ring, flags);
}

int io_uring_submit_and_wait(struct io_uring *ring, unsigned count)
{
	int (*real)(struct io_uring *, unsigned);
	static int calls;
	*(void **)&real = dlsym(RTLD_NEXT, "io_uring_submit_and_wait");
	/* "later": the trial at the start goes well. */
	if (forbids("use") || (forbids("later") && calls++ > 0)) return -EPERM;
	return real(ring, count);
}
