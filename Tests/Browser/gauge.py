"""What an open page holds, as the browser counts it after it has collected its garbage."""

import typing

# Every node that can be reached from the document, and the elements among them.
COUNT = """() => {
    let nodes = 1;
    const walker = document.createTreeWalker(document);
    while (walker.nextNode()) nodes += 1;
    return [nodes, document.getElementsByTagName("*").length];
}"""


class Holding(typing.NamedTuple):
    elements: int
    """In the document."""
    loose: int
    """Nodes beyond those of the document: what a script holds on to, and the insides of fields."""
    listeners: int
    heap: int
    """Bytes of JavaScript."""


class Gauge:
    def __init__(self, page):
        self.page = page
        self._line = page.context.new_cdp_session(page)
        self._line.send("Performance.enable")

    def read(self, samples=3):
        """The least of several readings, figure by figure: what a page is busy with only adds to them."""
        return Holding(*map(min, zip(*(self._sample() for _ in range(samples)))))

    def _sample(self):
        # What only the first collection sets free, such as the listeners of a node, goes with the second.
        for _ in range(2):
            self._line.send("HeapProfiler.collectGarbage")
        nodes, elements = self.page.evaluate(COUNT)
        found = {each["name"]: each["value"]
                 for each in self._line.send("Performance.getMetrics")["metrics"]}
        return (elements, found["Nodes"] - nodes, found["JSEventListeners"], found["JSHeapUsedSize"])
