"""Runs that are over, sent to the real server as devices would: what the history pages look back at."""

from wire import SECOND, command, course, now, split, start

ARABIC = "عبد الرحمن بن محمد بن عبد الله السباق السريع من الجبل العالي"
JAPANESE = "渡辺健太郎渡辺健太郎渡辺健太郎渡辺健太郎渡辺健太郎渡辺健太郎渡辺健太郎渡辺健太郎渡辺健太郎渡辺健太郎"
LINES = [("junction", "T-junction"), ("straight", "Back straight"), ("finish", "Finish")]
HOUR = 3600 * SECOND
DAY = 24 * HOUR


def lines(named):
    return [{"id": line, "name": name, "minimumSegment": 0} for line, name in named]


def hill(track="past-hill", name="Hill Climb"):
    return course(track, name=name, checkpoints=lines(LINES))


def run(track, name, runner, began, *splits, **fields):
    """A run with splits at these seconds after its start; a split's id is `<run>-<index>`."""
    captures = [split(track, f"{name}-{index}", began + round(at * SECOND), run=name)
                for index, at in enumerate(splits)]
    return [start(track, name, runner, began, **fields), *captures]


def fill(control):
    """Two tracks with runs of every kind, over two days."""
    today = now() - HOUR
    hill_runs = [
        *run("past-hill", "ada-1", "Ada Lovelace", today - 2 * DAY, 42, 82, 104, number="7"),
        *run("past-hill", "grace-1", "Grace Hopper", today - DAY, 41, 80.5, 101.8, number="3"),
        *run("past-hill", "ada-2", "Ada Lovelace", today, 41.23, 81.034, 102.244, number="7"),
        *run("past-hill", "ada-3", "Ada Lovelace", today + 300 * SECOND, 40.9, 83.512, 104.902,
             number="7"),
        *run("past-hill", "arab-1", ARABIC, today + 600 * SECOND, 44, 88, 110, number="1001"),
        *run("past-hill", "japan-1", JAPANESE, today + 900 * SECOND, 45, 89, 111.5, number="12"),
        *run("past-hill", "lost-1", "Katherine Johnson", today + 1200 * SECOND, 43.5, number="9"),
        command("setStatus", "past-hill", run="lost-1", status="dnf", reason="Broken chain"),
    ]
    began = today - 1000 * SECOND
    kart_times = [30.5, 61.2, 90.9, 120.4, 149.9, 180.6]
    karts = [
        course("past-karts", name="Kart Arena", laps=0, checkpoints=lines(LINES[1:])),
        *run("past-karts", "kart-1", "Grace Hopper", began - HOUR, 14, 30.2, 44.8, 60.1, number="22"),
        command("finishRun", "past-karts", run="kart-1", at=began - HOUR + 61 * SECOND),
        *run("past-karts", "kart-2", "Ada Lovelace", began,
             *sorted([at - 15 for at in kart_times] + kart_times), number="44"),
        command("finishRun", "past-karts", run="kart-2", at=began + 182 * SECOND),
    ]
    control.do(hill())
    for each in [*hill_runs, *karts]:
        control.do(each)
    # ada-2: a second capture of one passing, one before the start, one moved and one taken out.
    control.do(
        split("past-hill", "ada-2-early", today - 5 * SECOND, run="ada-2", checkpoint="junction"),
        split("past-hill", "ada-2-wrong", today + 60 * SECOND, run="ada-2", checkpoint="straight"))
    control.do(command("voidSplit", "past-hill", split="ada-2-wrong", reason="Tapped a spectator"))
    control.do(command("moveSplit", "past-hill", split="ada-2-1", at=today + 81_500_000,
                       reason="Read off the video"))


def fill_many(control, count, track="past-many", runner="Mary Jackson"):
    """A track with so many runs, each a second after the one before, long before all others."""
    began = now() - 3000 * DAY
    control.do(course(track, name="Many Runs"))
    control.do(*(start(track, f"{track}-{number}", runner, began + number * SECOND)
                 for number in range(count)))
    control.do(*(split(track, f"{track}-{number}-1", began + (number + 30) * SECOND,
                       run=f"{track}-{number}") for number in range(count)))
