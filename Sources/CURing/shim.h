#ifndef LIVETIMING_CURING_H
#define LIVETIMING_CURING_H

/* First, so that liburing's choice of standards does not change what the system's headers declare: the
   other modules declare the same. */
#include <sys/socket.h>

#include <liburing.h>

/* Flags that newer kernels save work by; an older one refuses them and is asked without. */
static inline int livetiming_ring_open(unsigned entries, struct io_uring *ring)
{
	int status = io_uring_queue_init(
		entries, ring, IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_COOP_TASKRUN);
	return status == -EINVAL ? io_uring_queue_init(entries, ring, 0) : status;
}

/* Prepares a send that does not wait. Answers 0 where the ring has no room. */
static inline int livetiming_ring_send(
	struct io_uring *ring, int descriptor, const void *bytes, size_t count, unsigned place)
{
	struct io_uring_sqe *entry = io_uring_get_sqe(ring);
	if (!entry) return 0;
	io_uring_prep_send(entry, descriptor, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
	entry->user_data = place;
	return 1;
}

/* Takes one outcome. Answers 0 where there is none yet. */
static inline int livetiming_ring_outcome(struct io_uring *ring, unsigned *place, int *result)
{
	struct io_uring_cqe *entry = 0;
	if (io_uring_peek_cqe(ring, &entry) || !entry) return 0;
	*place = (unsigned)entry->user_data;
	*result = entry->res;
	io_uring_cqe_seen(ring, entry);
	return 1;
}

#endif
