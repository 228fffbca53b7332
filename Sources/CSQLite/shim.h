#ifndef LIVETIMING_CSQLITE_H
#define LIVETIMING_CSQLITE_H

#include <sqlite3.h>

#endif
