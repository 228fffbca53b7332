#ifndef LIVETIMING_CUV_H
#define LIVETIMING_CUV_H

#include <sys/socket.h>
#include <uv.h>

/* Socket calls of Linux that Swift's Glibc does not offer. */

extern int accept4(int, struct sockaddr *, socklen_t *, int);

static inline int livetiming_accept(int listener)
{
	return accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static inline int livetiming_stream_socket(int family)
{
	return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static const int livetiming_stream = SOCK_STREAM;

#endif
