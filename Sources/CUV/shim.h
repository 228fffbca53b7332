#ifndef LIVETIMING_CUV_H
#define LIVETIMING_CUV_H

#include <uv.h>

#endif
