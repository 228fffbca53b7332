#ifndef LIVETIMING_CSQLITE_H
#define LIVETIMING_CSQLITE_H

#include <sqlite3.h>

/* Blanks the head of the write-ahead log's index, as a writer leaves it that dies while writing it:
 * whoever begins the next transaction makes the index anew from the log, with all of the log yet to
 * be moved into the database file. See https://www.sqlite.org/walformat.html#recovery */
static inline int livetiming_forget_index(sqlite3 *connection)
{
    enum { REGION = 32768, HEAD = 96 };
    sqlite3_file *file = 0;
    void volatile *region = 0;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code == SQLITE_OK)
        code = file->pMethods->xShmMap(file, 0, REGION, 0, &region);
    if (code != SQLITE_OK || region == 0)
        return code;
    for (int index = 0; index < HEAD; index++)
        ((unsigned char volatile *)region)[index] = 0;
    file->pMethods->xShmBarrier(file);
    return SQLITE_OK;
}

#endif
