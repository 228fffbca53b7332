/* Counts the allocations of one process: preloaded into the server by counted_malloc.py.
 *
 * COUNTED_MALLOC names a file of one 64-bit integer, which is mapped, so that it is read without asking the process.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* The C library's own, under the names by which it has them beside those that can be taken from it. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* What comes before the file is mapped is no part of what is measured. */
static _Atomic uint64_t early;
static _Atomic uint64_t *counted = &early;

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("COUNTED_MALLOC");
	int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	if (file < 0) abort();
	void *map = mmap(NULL, sizeof *counted, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (map == MAP_FAILED) abort();
	close(file);
	counted = map;
}

static void count(void)
{
	atomic_fetch_add_explicit(counted, 1, memory_order_relaxed);
}

void *malloc(size_t size)
{
	count();
	return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
	count();
	return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size)
{
	count();
	return __libc_realloc(memory, size);
}

void *reallocarray(void *memory, size_t number, size_t size)
{
	size_t bytes;
	if (__builtin_mul_overflow(number, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return realloc(memory, bytes);
}

void *memalign(size_t alignment, size_t size)
{
	count();
	return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
	if (alignment % sizeof(void *) || !alignment || alignment & (alignment - 1)) return EINVAL;
	void *made = memalign(alignment, size);
	if (!made) return ENOMEM;
	*memory = made;
	return 0;
}
