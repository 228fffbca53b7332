/** What this reader chose for the board; each change is kept on the device. */

import {
  nextChoice, preference, setPreference, setStarredRunners, starredRunners,
} from "../../js/preferences.js";

export class Choices {
  view = preference("view");
  delta = preference("delta");
  gap = preference("gap");
  stars = starredRunners();

  /** @param {"view"|"delta"|"gap"} name takes the next of its choices */
  step(name) {
    this[name] = nextChoice(name, this[name]);
    setPreference(name, this[name]);
  }

  toggleStar(runner) {
    this.stars = new Set(this.stars);
    if (!this.stars.delete(runner)) this.stars.add(runner);
    setStarredRunners(this.stars);
  }
}
