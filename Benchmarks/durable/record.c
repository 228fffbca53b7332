/* Notes every row that a program changes through SQLite, for `bare.c` to do the same: loaded before
 * SQLite (LD_PRELOAD), it writes the statements with their values into the file RECORD_TO. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The values bound to a statement, and the number of its text in the file. */
struct noted {
    sqlite3_stmt *statement;
    uint32_t text;
    uint32_t count;
    struct value {
        uint8_t type;
        int64_t number;
        char *bytes;
    } values[64];
};

static struct noted noted[256];
static size_t count;
static FILE *file;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void put(const void *bytes, size_t length) { fwrite(bytes, 1, length, file); }

static struct noted *find(sqlite3_stmt *statement)
{
    for (size_t index = 0; index < count; index++)
        if (noted[index].statement == statement)
            return &noted[index];
    return NULL;
}

/* Takes up a statement that changes rows: a line "S", the length of its text, and the text. */
static struct noted *note(sqlite3_stmt *statement)
{
    struct noted *known = find(statement);
    if (known || sqlite3_stmt_readonly(statement))
        return known;
    if (!file)
        file = fopen(getenv("RECORD_TO"), "wb");
    if (!file || count == sizeof noted / sizeof *noted)
        abort();
    const char *text = sqlite3_sql(statement);
    uint32_t length = (uint32_t)strlen(text);
    put("S", 1), put(&length, sizeof length), put(text, length);
    noted[count] = (struct noted){.statement = statement, .text = (uint32_t)count,
                                  .count = (uint32_t)sqlite3_bind_parameter_count(statement)};
    return &noted[count++];
}

static void bound(sqlite3_stmt *statement, int index, uint8_t type, int64_t number,
                  const void *bytes)
{
    pthread_mutex_lock(&lock);
    struct noted *known = note(statement);
    if (known) {
        struct value *value = &known->values[index - 1];
        free(value->bytes);
        *value = (struct value){type, number, NULL};
        if (bytes) {
            value->bytes = malloc((size_t)number + 1);
            memcpy(value->bytes, bytes, (size_t)number);
        }
    }
    pthread_mutex_unlock(&lock);
}

int sqlite3_bind_int64(sqlite3_stmt *statement, int index, sqlite3_int64 value)
{
    bound(statement, index, 'i', value, NULL);
    return NEXT(sqlite3_bind_int64)(statement, index, value);
}

int sqlite3_bind_null(sqlite3_stmt *statement, int index)
{
    bound(statement, index, 'n', 0, NULL);
    return NEXT(sqlite3_bind_null)(statement, index);
}

int sqlite3_bind_text64(sqlite3_stmt *statement, int index, const char *bytes,
                        sqlite3_uint64 length, void (*destroy)(void *), unsigned char encoding)
{
    bound(statement, index, 't', (int64_t)length, bytes);
    return NEXT(sqlite3_bind_text64)(statement, index, bytes, length, destroy, encoding);
}

int sqlite3_bind_blob64(sqlite3_stmt *statement, int index, const void *bytes,
                        sqlite3_uint64 length, void (*destroy)(void *))
{
    bound(statement, index, 'b', (int64_t)length, bytes);
    return NEXT(sqlite3_bind_blob64)(statement, index, bytes, length, destroy);
}

/* A statement runs: "R", the number of its text, and its values. */
int sqlite3_step(sqlite3_stmt *statement)
{
    pthread_mutex_lock(&lock);
    struct noted *known = find(statement);
    if (known) {
        put("R", 1), put(&known->text, sizeof known->text);
        for (uint32_t index = 0; index < known->count; index++) {
            struct value *value = &known->values[index];
            put(&value->type, 1), put(&value->number, sizeof value->number);
            if (value->bytes)
                put(value->bytes, (size_t)value->number);
        }
        fflush(file);
    }
    pthread_mutex_unlock(&lock);
    return NEXT(sqlite3_step)(statement);
}
