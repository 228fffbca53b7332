/* Writes the rows that `record.c` noted into a database with the same schema, so many events with
 * each commit, and says how many splits a second that were, and
 * how many microseconds of the processor each took.
 *
 *     bare RECORD DATABASE EVENTS-IN-A-COMMIT */
#define _GNU_SOURCE
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *database;

static void check(int code)
{
    if (code == SQLITE_OK || code == SQLITE_DONE)
        return;
    fprintf(stderr, "bare: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static sqlite3_stmt *prepare(const char *text)
{
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(database, text, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

static void run(sqlite3_stmt *statement)
{
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

static char *read_all(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        exit(1);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length);
    if (fread(bytes, 1, *length, file) != *length)
        exit(1);
    fclose(file);
    return bytes;
}

static const char *bind(sqlite3_stmt *statement, const char *at)
{
    int count = sqlite3_bind_parameter_count(statement);
    for (int index = 1; index <= count; index++) {
        char type = *at;
        int64_t number;
        memcpy(&number, at + 1, sizeof number);
        at += 1 + sizeof number;
        if (type == 'i')
            check(sqlite3_bind_int64(statement, index, number));
        else if (type == 'n')
            check(sqlite3_bind_null(statement, index));
        else if (type == 't')
            check(sqlite3_bind_text64(statement, index, at, (sqlite3_uint64)number, SQLITE_STATIC,
                                      SQLITE_UTF8));
        else
            check(sqlite3_bind_blob64(statement, index, at, (sqlite3_uint64)number, SQLITE_STATIC));
        if (type == 't' || type == 'b')
            at += number;
    }
    return at;
}

static double seconds_between(struct timespec from, struct timespec to)
{
    return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

enum kind { OTHER, EVENT, HEAD };

int main(int argc, char **argv)
{
    static sqlite3_stmt *statements[256];
    static enum kind kinds[256];
    struct timespec from, to, spent_before, spent;
    size_t length;
    int texts = 0, waiting = 0;
    long splits = 0;

    if (argc != 4)
        return 2;
    const char *at = read_all(argv[1], &length), *end = at + length;
    int limit = atoi(argv[3]);
    check(sqlite3_open(argv[2], &database));
    /* As `WriteConnection.swift` has it. */
    check(sqlite3_exec(database,
                       "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                       "PRAGMA foreign_keys = OFF; PRAGMA trusted_schema = OFF;"
                       "PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -16384",
                       NULL, NULL, NULL));
    sqlite3_stmt *begin = prepare("BEGIN IMMEDIATE"), *commit = prepare("COMMIT"), *head = NULL;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent_before);
    clock_gettime(CLOCK_MONOTONIC, &from);
    run(begin);
    while (at < end) {
        uint32_t number;
        char what = *at;
        memcpy(&number, at + 1, sizeof number);
        at += 1 + sizeof number;
        if (what == 'S') {
            char *text = strndup(at, number);
            at += number;
            statements[texts] = strcmp(text, "BEGIN IMMEDIATE") && strcmp(text, "COMMIT")
                ? prepare(text) : NULL;
            kinds[texts++] = strstr(text, "INSERT INTO events") ? EVENT
                : strstr(text, "INSERT INTO logs") ? HEAD : OTHER;
            free(text);
            continue;
        }
        sqlite3_stmt *statement = statements[number];
        if (!statement)
            continue;
        if (kinds[number] == EVENT && waiting == limit) {
            /* Where each log stands is written once a commit. */
            if (head)
                run(head);
            run(commit);
            run(begin);
            waiting = 0;
        }
        const char *values = at;
        at = bind(statement, at);
        if (kinds[number] == HEAD) {
            head = statement;
            continue;
        }
        if (kinds[number] == EVENT) {
            waiting++;
            splits += memmem(values, (size_t)(at - values), "splitRecorded", 13) != NULL;
        }
        run(statement);
    }
    if (head)
        run(head);
    run(commit);
    clock_gettime(CLOCK_MONOTONIC, &to);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    printf("%.1f %.1f\n", (double)splits / seconds_between(from, to),
           1e6 * seconds_between(spent_before, spent) / (double)splits);
    return 0;
}
