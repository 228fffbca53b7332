"""A board on which more goes at once than a server remembers for those who come back."""

from server_process import wait_until
from spectator import Board, comparable
from wire import SECOND, Wire, command, course, now, split

# Of each run the run itself, its runner's bests and its standing go: over the 4096 that are kept.
RUNS = 1400


def test_a_spectator_sees_the_next_session_though_a_crowd_has_left_the_board(own_server):
    own_server.settings["kept_runs"] = 2000
    server = own_server.start()
    began = now() - 3600 * SECOND
    with Wire(server, "control") as control, Wire(server) as spectator:
        control.do(course("hill"))
        captures = [
            capture for number in range(RUNS) for capture in (
                command("startRun", "hill", run=f"run-{number}", runner=f"runner-{number}",
                        at=began + number),
                split("hill", f"split-{number}", began + 10 * SECOND, run=f"run-{number}"))]
        for first in range(0, len(captures), 200):
            control.do(*captures[first:first + 200])
        board = Board()
        board.take(spectator.ask({"type": "subscribe", "id": "s", "track": "hill", "rate": 60}))
        assert len(board.value["runs"]) == RUNS
        control.do(
            command("createSession", "hill", session="final"),
            command("createStart", "hill", start="gun", session="final", at=now(), uncertainty=0))
        final = server.board("hill")
        assert final["runs"] == []

        def caught_up():
            board.take(spectator.receive())
            return board.value["seq"] == final["seq"]
        wait_until(caught_up, "the spectator has the newest board", pause=0)
        assert comparable(board.value) == comparable(final)
