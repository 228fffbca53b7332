"""The start lists that race control has fetched: when they are asked for, and when again."""

LIST = {"entries": [{"runner": {"id": "ada", "name": "Ada"}, "number": None, "category": None,
                     "team": None, "transponders": []}], "starts": [], "runs": []}
# Answers are settled by hand, each once it was asked for.
SETUP = """
    const asked = [];
    const lists = new m.StartLists("hill", { fetch: (path) => new Promise((resolve, reject) => {
        asked.push({ path, answer: () => resolve({ ok: true, json: async () => argument }), fail: reject });
    }) });
    const settled = () => new Promise((resolve) => setTimeout(resolve));
    let changes = 0;
    lists.addEventListener("change", () => changes++);
"""


def evaluate(module, script):
    return module("start-lists", f"(async () => {{ {SETUP} {script} }})()", LIST)


def test_a_list_is_asked_for_once_and_told_when_it_comes(module):
    assert evaluate(module, """
        const first = [lists.of("a b"), lists.of("a b"), asked.length, asked[0].path];
        asked[0].answer();
        await settled();
        return [...first, changes, lists.of("a b").entries[0].name, asked.length];
    """) == [None, None, 1, "/api/v1/tracks/hill/sessions/a%20b", 1, "Ada", 1]


def test_an_outdated_list_is_shown_until_the_new_one_is_there(module):
    assert evaluate(module, """
        lists.of("s"); lists.of("other");
        asked.forEach((each) => each.answer());
        await settled();
        lists.outdate("s");
        return [lists.of("s").entries.length, asked.length, lists.of("other").entries.length, asked.length];
    """) == [1, 3, 1, 3]


def test_what_changed_while_it_was_asked_for_is_asked_for_too(module):
    assert evaluate(module, """
        lists.of("s");
        lists.outdate("s");
        const meanwhile = [lists.of("s"), asked.length];
        asked[0].answer();
        await settled();
        lists.of("s");
        return [...meanwhile, changes, asked.length];
    """) == [None, 1, 1, 2]


def test_a_list_that_could_not_be_had_waits_before_it_is_asked_for_again(module):
    assert evaluate(module, """
        lists.of("s");
        asked[0].fail(new TypeError("no network"));
        await settled();
        const waiting = [lists.of("s"), asked.length, changes];
        lists.outdate();  // The line is back: there is no point in waiting.
        lists.of("s");
        return [...waiting, asked.length];
    """) == [None, 1, 0, 2]


def test_who_waits_for_a_list_gets_it_or_hears_that_it_was_stopped(module):
    assert evaluate(module, """
        const [came, never] = [lists.known("s"), lists.known("t")];
        asked[0].answer();
        await settled();
        lists.stop();
        const after = [(await came)?.entries.length ?? null, await never];
        lists.of("u");
        return [...after, asked.length];
    """) == [1, None, 2]
