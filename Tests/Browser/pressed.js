/**
 * Runs in every page that a test opens, before the page's own scripts: tells which of the things that
 * can be pressed were in sight, and which of them were pressed. Each is told once a page.
 */
(() => {
  const PRESSABLE = "button, summary, select, a.control, a.action, input[type=checkbox], "
    + "input[type=radio], input[type=date], [role=button], [role=switch], [role=tab], "
    + "[role=menuitem], [role=option]";
  /** What acts when the finger comes down. All else acts on a click or on a change. */
  const ON_DOWN = "tap-button button, [role=option]";
  const ON_CHANGE = "select, input";
  /** What is there for less time than this, nobody sees. */
  const PAUSE = 100;

  const told = new Set();
  /** By thing: how it was worded when it was looked at last, since most of them stay as they are. */
  const seen = new WeakMap();
  let timer = null;

  const words = (node) => [...node.childNodes].map((child) => child.nodeType === Node.TEXT_NODE
    ? child.data : child.getAttribute?.("aria-hidden") === "true" ? "" : words(child)).join(" ");

  const plain = (text) => text.replace(/\s+/g, " ").trim();

  function likeness(thing) {
    const form = thing.closest("form");
    const isField = thing.matches(ON_CHANGE);
    const submit = isField ? form?.querySelector("[type=submit], button:not([type])") : null;
    return {
      page: location.pathname.split("/")[1],
      inside: hostOf(thing),
      name: isField ? thing.id || thing.dataset.part || thing.name || "" : "",
      classes: thing.className,
      words: isField ? thing.getAttribute("aria-label") ?? "" : plain(words(thing)),
      label: thing.getAttribute("aria-label") ?? "",
      form: submit ? plain(words(submit)) : "",
    };
  }

  /** The custom element that it stands in, and whether that is a dialog of its own there. */
  function hostOf(thing) {
    for (let each = thing.parentElement; each; each = each.parentElement) {
      if (each.localName.includes("-")) return each.localName + (thing.closest("dialog") ? " dialog" : "");
    }
    return "";
  }

  function tell(what, things) {
    const news = things.map((thing) => ({ what, ...likeness(thing) })).filter((each) => {
      const key = JSON.stringify(each).replace(/\d+/g, "#");
      return !told.has(key) && told.add(key);
    });
    if (news.length > 0) window.tellPressed(news);
  }

  const isInSight = (thing) => thing.checkVisibility({ visibilityProperty: true })
    && thing.getClientRects().length > 0;

  function isNew(thing) {
    const wording = `${thing.textContent}|${thing.getAttribute("aria-label")}|${thing.className}`;
    if (seen.get(thing) === wording || !isInSight(thing)) return false;
    return seen.set(thing, wording);
  }

  function look() {
    timer = null;
    tell("shown", [...document.querySelectorAll(PRESSABLE)].filter(isNew));
  }

  function press(event) {
    const thing = event.target.closest?.(PRESSABLE);
    if (!thing || thing.disabled) return;
    const type = thing.matches(ON_DOWN) ? "pointerdown" : thing.matches(ON_CHANGE) ? "change" : "click";
    if (event.type === type) tell("pressed", [thing]);
  }

  for (const type of ["pointerdown", "click", "change"]) addEventListener(type, press, true);
  // Running clocks write into text nodes, which is no news here.
  new MutationObserver(() => {
    timer ??= setTimeout(look, PAUSE);
  }).observe(document, { subtree: true, childList: true, attributes: true });
})();
