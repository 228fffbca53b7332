extension Schema {
    /// The first schema.
    ///
    /// Keys hold the track: ids come from devices, and the same id on two tracks must not meet.
    /// Foreign keys are declared and checked on request, not enforced on write: a fault in a derived
    /// row must never keep a capture out of the log.
    static let version1 = """
        -- The logs: what happened, in order. Everything else can be computed from them.
        -- The log named '' belongs to the registry of runners.

        CREATE TABLE logs (
            track     TEXT NOT NULL PRIMARY KEY,
            epoch     TEXT NOT NULL,
            last_seq  INTEGER NOT NULL,
            latest_at INTEGER               -- the greatest instant of any capture in it
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE events (
            track       TEXT NOT NULL,
            seq         INTEGER NOT NULL,   -- 1, 2, 3 ... for each track, without gaps
            epoch       TEXT NOT NULL,
            command_id  TEXT NOT NULL,      -- one command may make several events
            received_at INTEGER NOT NULL,   -- microseconds since 1970, UTC, as are all instants
            actor       TEXT NOT NULL,
            device      TEXT,
            source      BLOB,               -- the record as it came, where there is one
            type        TEXT NOT NULL,
            version     INTEGER NOT NULL,
            run         TEXT,               -- the run that it is of, by the id that was sent
            split       TEXT,               -- likewise for events of a split, which have no run
            instant     INTEGER,            -- what a capture tells of
            body        TEXT NOT NULL,      -- JSON
            PRIMARY KEY (track, seq)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX events_of_run ON events (track, run) WHERE run IS NOT NULL;
        CREATE INDEX events_of_split ON events (track, split) WHERE split IS NOT NULL;
        -- Definitions, sessions, entries, starts.
        CREATE INDEX events_of_track ON events (track, seq) WHERE run IS NULL AND split IS NULL;

        -- What each command was answered, so that a command sent again gets that answer.
        CREATE TABLE commands (
            track      TEXT NOT NULL,
            command_id TEXT NOT NULL,
            digest     BLOB NOT NULL,       -- of its fields: the same id with others is an error
            seq        INTEGER NOT NULL,    -- the seq it was acknowledged with
            PRIMARY KEY (track, command_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE meta (
            key   TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The history: what the logs amount to. All times in whole microseconds.

        CREATE TABLE tracks (
            id         TEXT NOT NULL PRIMARY KEY,
            name       TEXT NOT NULL,
            revision   INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            definition TEXT NOT NULL        -- JSON
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sessions (
            track      TEXT NOT NULL REFERENCES tracks (id),
            id         TEXT NOT NULL,
            name       TEXT NOT NULL,
            rank       TEXT NOT NULL,
            state      TEXT NOT NULL,
            started_at INTEGER,
            flag_at    INTEGER,
            closed_at  INTEGER,
            definition TEXT NOT NULL,       -- JSON
            PRIMARY KEY (track, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE runners (
            id       TEXT NOT NULL PRIMARY KEY,
            name     TEXT NOT NULL,
            name_key TEXT NOT NULL          -- the name as it is searched for
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX runners_by_name ON runners (name_key);

        CREATE TABLE aliases (
            runner    TEXT NOT NULL REFERENCES runners (id),
            alias     TEXT NOT NULL,
            alias_key TEXT NOT NULL,
            PRIMARY KEY (runner, alias)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX aliases_by_name ON aliases (alias_key);

        CREATE TABLE runs (
            track         TEXT NOT NULL REFERENCES tracks (id),
            id            TEXT NOT NULL,
            session       TEXT NOT NULL,
            runner        TEXT NOT NULL REFERENCES runners (id),
            number        TEXT,
            category      TEXT,
            team          TEXT,
            revision      INTEGER NOT NULL,   -- of the track
            status        TEXT NOT NULL,
            started_at    INTEGER,
            finished_at   INTEGER,
            time          INTEGER,            -- official
            laps          INTEGER NOT NULL,
            best_lap      INTEGER,
            place         INTEGER,
            verdict       TEXT,
            corrected     INTEGER NOT NULL,   -- 1: a person corrected it
            voided        INTEGER NOT NULL,   -- 1: taken out, and kept
            start         TEXT,               -- that it shares with others
            named_session TEXT,               -- that it names while there is no such session
            last_at       INTEGER NOT NULL,   -- the greatest instant of what is known of it
            detail        TEXT,               -- JSON
            latest_at     INTEGER AS (coalesce(finished_at, started_at, 0)),
            PRIMARY KEY (track, id),
            FOREIGN KEY (track, session) REFERENCES sessions (track, id)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX runs_by_id ON runs (id);
        CREATE INDEX runs_by_instant ON runs (latest_at, id, track);
        CREATE INDEX runs_of_track ON runs (track, latest_at, id);
        CREATE INDEX runs_of_runner ON runs (runner, latest_at, id, track);
        CREATE INDEX runs_of_status ON runs (status, latest_at, id, track);
        CREATE INDEX runs_of_session ON runs (track, session, started_at, id);
        CREATE INDEX runs_by_last ON runs (track, last_at);
        CREATE INDEX runs_of_track_runner ON runs (track, runner, started_at);
        CREATE INDEX runs_of_number ON runs (track, number, started_at) WHERE number IS NOT NULL;
        CREATE INDEX runs_of_start ON runs (track, start) WHERE start IS NOT NULL;
        CREATE INDEX runs_of_named_session ON runs (track, named_session)
            WHERE named_session IS NOT NULL;

        CREATE TABLE splits (
            track           TEXT NOT NULL REFERENCES tracks (id),
            id              TEXT NOT NULL,
            run             TEXT,           -- none while it is not known whose it is
            checkpoint      TEXT,
            lap             INTEGER,
            at              INTEGER NOT NULL,
            uncertainty     INTEGER NOT NULL,
            state           TEXT NOT NULL,
            split           INTEGER,        -- since the start
            segment         INTEGER,        -- since the split before
            lap_time        INTEGER,
            split_verdict   TEXT,
            segment_verdict TEXT,
            lap_verdict     TEXT,
            device          TEXT,
            method          TEXT NOT NULL,
            corrected       INTEGER NOT NULL,
            detail          TEXT,               -- JSON
            PRIMARY KEY (track, id),
            FOREIGN KEY (track, run) REFERENCES runs (track, id)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX splits_of_run ON splits (track, run, at, id);

        CREATE INDEX splits_of_no_run ON splits (track, at, id) WHERE run IS NULL;

        -- For the server: how it finds again what it does not keep in memory.

        -- Every time of an ended run that takes part in bests.
        CREATE TABLE times (
            track   TEXT NOT NULL,
            measure TEXT NOT NULL,          -- what it is the time of
            at      INTEGER NOT NULL,       -- when it was set
            value   INTEGER NOT NULL,
            run     TEXT NOT NULL,
            lap     INTEGER NOT NULL,
            runner  TEXT NOT NULL,
            session TEXT NOT NULL,
            PRIMARY KEY (track, measure, at, value, run, lap),
            FOREIGN KEY (track, run) REFERENCES runs (track, id)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX times_of_run ON times (track, run);

        -- The values that were best at their instant, also those of runs that have not ended.
        CREATE TABLE bests (
            track       TEXT NOT NULL REFERENCES tracks (id),
            scope       TEXT NOT NULL,      -- a session; '' for all of the track
            runner      TEXT NOT NULL,      -- whose best; '' for everyone's
            measure     TEXT NOT NULL,
            at          INTEGER NOT NULL,
            value       INTEGER NOT NULL,
            uncertainty INTEGER NOT NULL,
            holder      TEXT NOT NULL,      -- the runner who set it
            run         TEXT NOT NULL,
            lap         INTEGER NOT NULL,
            pace        TEXT NOT NULL,      -- JSON
            PRIMARY KEY (track, scope, runner, measure, at, value)
        ) STRICT, WITHOUT ROWID;

        -- What belongs to runs that the table runs does not have yet.
        CREATE TABLE active (
            track TEXT NOT NULL REFERENCES tracks (id),
            run   TEXT NOT NULL,
            split TEXT NOT NULL,            -- '' for the run itself
            PRIMARY KEY (track, run, split)
        ) STRICT, WITHOUT ROWID;

        -- For people.

        CREATE VIEW run_results AS
        SELECT tracks.name AS track, sessions.name AS session, runs.number AS number,
               runners.name AS runner, runs.category AS category, runs.status AS status,
               runs.place AS place, \(seconds("runs.time")) AS seconds,
               runs.laps AS laps, \(seconds("runs.best_lap")) AS best_lap_seconds,
               runs.verdict AS verdict, \(utc("runs.started_at")) AS started,
               \(utc("runs.finished_at")) AS finished, runs.corrected AS corrected,
               runs.voided AS voided, runs.id AS run_id, runs.runner AS runner_id,
               runs.track AS track_id, runs.session AS session_id
        FROM runs
        LEFT JOIN tracks ON tracks.id = runs.track
        LEFT JOIN sessions ON sessions.track = runs.track AND sessions.id = runs.session
        LEFT JOIN runners ON runners.id = runs.runner;

        CREATE VIEW split_times AS
        SELECT tracks.name AS track, runners.name AS runner, runs.number AS number,
               splits.checkpoint AS checkpoint, splits.lap AS lap, splits.state AS state,
               \(utc("splits.at")) AS at, \(seconds("splits.split")) AS split_seconds,
               \(seconds("splits.segment")) AS segment_seconds,
               \(seconds("splits.lap_time")) AS lap_seconds,
               splits.split_verdict AS split_verdict, splits.segment_verdict AS segment_verdict,
               splits.lap_verdict AS lap_verdict, \(seconds("splits.uncertainty")) AS uncertainty,
               splits.id AS split_id, splits.run AS run_id, splits.track AS track_id
        FROM splits
        LEFT JOIN runs ON runs.track = splits.track AND runs.id = splits.run
        LEFT JOIN tracks ON tracks.id = splits.track
        LEFT JOIN runners ON runners.id = runs.runner;
        """

    /// The SQL for a span of microseconds as exact seconds: `41.230000`.
    private static func seconds(_ column: String) -> String {
        """
        CASE WHEN \(column) IS NOT NULL THEN printf('%s%d.%06d', iif(\(column) < 0, '-', ''), \
        abs(\(column)) / 1000000, abs(\(column)) % 1000000) END
        """
    }

    /// The SQL for an instant as UTC text: `2026-11-30T04:22:17.000123Z`.
    private static func utc(_ column: String) -> String {
        """
        strftime('%Y-%m-%dT%H:%M:%S', \(column) / 1000000, 'unixepoch') || \
        printf('.%06dZ', \(column) % 1000000)
        """
    }
}
