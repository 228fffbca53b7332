/** The devices at the desk: how they are doing, and what race control can do about their captures. */

import { shiftForm } from "../../js/device-deeds.js";
import { DeviceList } from "../../js/device-list.js";
import { deviceRows } from "../../js/device-rows.js";
import { setText } from "../../js/dom.js";
import { formatTimeOfDay } from "../../js/format.js";
import { deviceId } from "../../js/identity.js";

export class DevicesDesk {
  #part;
  #list;
  /** @type {import("./track-desk.js").TrackDesk|null} */
  #desk = null;
  /** @type {Map<string, string>} names of tracks by id */
  #tracks = new Map();

  constructor(part, token) {
    this.#part = part;
    this.#list = new DeviceList(token);
    this.#list.addEventListener("change", this.show);
    part("devices").another = {
      key: "o", label: "Another device…", words: "Shift captures of a device that is not listed",
      form: ({ now }) => shiftForm(this.#desk.board, null, now),
    };
  }

  /** Asks for them now, and from now on. */
  start() {
    this.#list.start();
  }

  stop() {
    this.#list.removeEventListener("change", this.show);
    this.#list.stop();
  }

  setDesk(desk) {
    this.#desk = desk;
  }

  setTracks(tracks) {
    this.#tracks = new Map(tracks.map(({ id, name }) => [id, name]));
  }

  look(isLookedAt) {
    this.#list.look(isLookedAt);
    if (isLookedAt) this.show();
  }

  show = () => {
    const { devices, time, fault } = this.#list;
    const board = this.#desk?.board;
    const rows = devices && deviceRows(devices, {
      time, own: deviceId(), tracks: this.#tracks, track: this.#desk?.track ?? null,
      isAnyoneOut: board ? [...board.runs.values()].some((run) => run.status === "running") : false,
      dismissed: this.#desk?.dismissed.keys ?? new Set(),
    });
    this.#part("devices").show(rows, (row) => this.#actionsOf(row), fault ? troubleWords(fault, time) : "");
    this.#showCount(rows?.filter((row) => row.isWorrying).length ?? 0);
  };

  /** @returns {import("../../js/control-actions.js").Action[]} */
  #actionsOf({ id, name, silence }) {
    const shift = {
      key: "c", label: "Shift captures…", words: `Shift captures of ${name}`,
      form: ({ now }) => shiftForm(this.#desk.board, this.#list.devices.find((each) => each.id === id) ?? null, now),
    };
    const putAside = {
      key: "d", label: "Dismiss", words: `Dismiss that ${name} is silent`, dismiss: true, item: silence,
    };
    return silence ? [shift, putAside] : [shift];
  }

  #showCount(count) {
    const mark = this.#part("worries");
    mark.hidden = count === 0;
    setText(mark, count === 1 ? "! 1" : `! ${count}`);
    this.#part("worries-words").hidden = count === 0;
  }
}

function troubleWords({ message }, time) {
  return time === null ? `The devices could not be asked for. ${message}`
    : `This is how they were at ${formatTimeOfDay(time)}. ${message}`;
}
