/* What a test tells the faulty disk, and what it hears back, in a file that both map. `faulty_disk.py`
 * has the same layout. */
#ifndef PLAN_H
#define PLAN_H

#include <stdint.h>

/* The calls that can fail; one bit each in `calls`. */
enum call { CALL_OPEN, CALL_WRITE, CALL_TRUNCATE, CALL_SYNC, CALL_COUNT };

/* The files whose calls can fail; one bit each in `files`. FILE_COUNT is any file elsewhere. */
enum file { FILE_DATABASE, FILE_LOG, FILE_INDEX, FILE_OTHER, FILE_DIRECTORY, FILE_COUNT };

enum { TRACE_LENGTH = 8192 };

struct plan {
    /* From the test. */
    uint32_t calls;   /* which calls count */
    uint32_t files;   /* on which files */
    uint32_t at;      /* the counted call that fails, from 1; 0: none */
    uint32_t lasting; /* whether all counted calls after it fail too */
    uint32_t error;   /* the errno that it gets */
    uint32_t cut;     /* a write at that place takes half of its bytes first; the next one fails */
    uint32_t drops;   /* a failed sync takes what it did not keep out of the file at once */
    uint32_t hold;    /* a sync of the write-ahead log waits while this is set */
    /* To the test. */
    uint32_t seen;    /* calls that counted */
    uint32_t failed;  /* calls that failed */
    uint32_t held;    /* syncs that wait */
    uint32_t loaded;  /* the process runs on this disk */
    uint8_t trace[TRACE_LENGTH]; /* of each counted call: its kind * 16 + its file */
};

#endif
