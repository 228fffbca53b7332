/* What would be found after a power cut: a second directory that holds of each file only what a sync
 * has kept. Every function wants the lock of `faulty_disk.c` held. */
#ifndef DURABLE_H
#define DURABLE_H

#include <stddef.h>
#include <sys/types.h>

/* `directory` is that second one. */
void durable_begin(const char *directory);

/* A file has a new name, which lasts once its directory is synced. */
void durable_created(const char *path);
void durable_linked(const char *from, const char *to);

void durable_wrote(int descriptor, off_t offset, const void *bytes, size_t length);

/* A sync kept all that was written before. */
void durable_kept(int descriptor);

/* A sync failed: what was written since the last one is not on disk, and no later sync brings it
 * there, as the kernel takes its pages for written. With `drops` it is gone from the file too. */
void durable_lost(int descriptor, int drops);

#endif
