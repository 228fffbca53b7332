#ifndef LIVETIMING_CZLIB_H
#define LIVETIMING_CZLIB_H

#include <zlib.h>

#endif
