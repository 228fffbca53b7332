#ifndef LIVETIMING_CLINUX_H
#define LIVETIMING_CLINUX_H

#include <stddef.h>
#include <linux/sockios.h>
#include <sys/epoll.h>

/* Calls of Linux and its C library that Swift's Glibc does not offer. */

extern void *memmem(const void *, size_t, const void *, size_t);

#endif
