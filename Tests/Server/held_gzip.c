/* A gzip that takes as long as a test likes, or cannot be had: preloaded into the server by held_gzip.py.
 *
 * HELD_GZIP names a file that is mapped: what the test wants, and how often a compression has begun since.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

enum { PASSES, HOLDS, REFUSES };
/* What asks zlib for gzip's own header; WebSockets' compression asks for none. */
#define GZIP_WINDOW 31
static struct { _Atomic int32_t wanted, begun; } *plan;

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("HELD_GZIP");
	int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	if (file < 0) abort();
	plan = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (plan == MAP_FAILED) abort();
	close(file);
}

int deflateInit2_(z_streamp stream, int level, int method, int window, int memory, int strategy,
		  const char *version, int size)
{
	int (*real)(z_streamp, int, int, int, int, int, const char *, int);
	*(void **)&real = dlsym(RTLD_NEXT, "deflateInit2_");
	if (window == GZIP_WINDOW) {
		plan->begun++;
		while (plan->wanted == HOLDS) usleep(1000);
		if (plan->wanted == REFUSES) return Z_MEM_ERROR;
	}
	return real(stream, level, method, window, memory, strategy, version, size);
}
