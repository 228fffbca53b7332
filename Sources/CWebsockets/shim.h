#ifndef LIVETIMING_CWEBSOCKETS_H
#define LIVETIMING_CWEBSOCKETS_H

#include <libwebsockets.h>

#endif
