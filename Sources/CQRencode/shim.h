#ifndef LIVETIMING_CQRENCODE_H
#define LIVETIMING_CQRENCODE_H

#include <qrencode.h>

#endif
