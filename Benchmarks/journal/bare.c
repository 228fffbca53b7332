/* The same rows as main.swift in the same groups and the same schema, in bare C. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GROUPS = 200, SIZE = 256 };

static sqlite3 *database;

static void check(int code)
{
    if (code != SQLITE_OK && code != SQLITE_DONE) {
        fprintf(stderr, "%s\n", sqlite3_errmsg(database));
        exit(1);
    }
}

static sqlite3_stmt *prepare(const char *sql)
{
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v2(database, sql, -1, &statement, NULL));
    return statement;
}

static void step(sqlite3_stmt *statement)
{
    check(sqlite3_step(statement));
    sqlite3_reset(statement);
}

static void text(sqlite3_stmt *statement, int index, const char *value)
{
    sqlite3_bind_text(statement, index, value, -1, SQLITE_STATIC);
}

int main(int argc, char **argv)
{
    char id[64], digest[16];
    const char *body = "{\"run\":\"0193f0a0-0000-7000-8000-000000000001\",\"at\":1796000000123456,"
                       "\"uncertainty\":4000,\"method\":\"tap\",\"reading\":123456.789}";
    struct timespec from, to;
    double seconds;
    long long seq = 0;

    if (argc < 2)
        return 2;
    check(sqlite3_open(argv[1], &database));
    sqlite3_exec(database, "PRAGMA synchronous = FULL; PRAGMA cache_size = -16384", NULL, NULL, NULL);
    memset(digest, 7, sizeof digest);
    sqlite3_stmt *begin = prepare("BEGIN IMMEDIATE"), *commit = prepare("COMMIT");
    sqlite3_stmt *event = prepare(
        "INSERT INTO events (track, epoch, seq, command_id, received_at, actor, device, source,"
        " type, version, run, body) VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, 1, NULL, ?)");
    sqlite3_stmt *command = prepare("INSERT INTO commands VALUES (?, ?, ?, ?)");
    sqlite3_stmt *head = prepare("INSERT OR REPLACE INTO logs VALUES ('hill', 'e1', ?, NULL)");

    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int group = 0; group < GROUPS; group++) {
        step(begin);
        for (int row = 0; row < SIZE; row++) {
            seq++;
            snprintf(id, sizeof id, "0193f0a0-0000-7000-8000-%lld", 1000000000000LL + seq);
            text(event, 1, "hill");
            text(event, 2, "e1");
            sqlite3_bind_int64(event, 3, seq);
            text(event, 4, id);
            sqlite3_bind_int64(event, 5, 1796000000000000LL + seq);
            text(event, 6, "timer");
            text(event, 7, "phone");
            text(event, 8, "splitRecorded");
            text(event, 9, body);
            step(event);
            text(command, 1, "hill");
            text(command, 2, id);
            sqlite3_bind_blob(command, 3, digest, sizeof digest, SQLITE_STATIC);
            sqlite3_bind_int64(command, 4, seq);
            step(command);
        }
        sqlite3_bind_int64(head, 1, seq);
        step(head);
        step(commit);
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    seconds = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
    printf("bare C:  %d events/s in %d commits\n", (int)(GROUPS * SIZE / seconds), GROUPS);
    return 0;
}
