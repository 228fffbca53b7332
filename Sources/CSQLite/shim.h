#ifndef LIVETIMING_CSQLITE_H
#define LIVETIMING_CSQLITE_H

#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift can't
 * import. With it SQLite copies the bytes before the call returns. */
static inline int livetiming_bind_text(sqlite3_stmt *statement, int index,
                                       const char *bytes, sqlite3_uint64 count)
{
    return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int livetiming_bind_blob(sqlite3_stmt *statement, int index,
                                       const void *bytes, sqlite3_uint64 count)
{
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
