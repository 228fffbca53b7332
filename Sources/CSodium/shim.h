#ifndef LIVETIMING_CSODIUM_H
#define LIVETIMING_CSODIUM_H

#include <sodium.h>

#endif
