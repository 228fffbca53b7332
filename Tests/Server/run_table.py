"""A track's table of runs, read as programs read CSV."""

import csv
import io
import re


def read_csv(server, track):
    answer = server.get(f"/api/v1/tracks/{track}/runs.csv")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/csv")
    text = answer.body.decode("utf-8-sig")
    # RFC 4180: every line ends in CRLF, the last one too.
    assert text.endswith("\r\n") and not re.search(r"(?<!\r)\n|\r(?!\n)", text)
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert {len(row) for row in rows} == {len(rows[0])}
    return [dict(zip(rows[0], row)) for row in rows[1:]]
