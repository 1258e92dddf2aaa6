// Rows as they come.
"use strict";

const MOST_ROWS = 100;
const RETRY_MILLISECONDS = 5000;

/** Shows the rows of an event source in a table; holds them back while somebody points at one. */
class LiveTable {
  constructor(place) {
    this.place = place;
    this.table = place.querySelector("table");
    this.rows = this.table.tBodies[0];
    this.state = document.getElementById("live-state");
    this.button = document.getElementById("pause");
    this.held = [];
    this.skipped = 0;
    this.last = new URL(place.dataset.source, location.href).searchParams.get("after");
    this.button.hidden = false;
    this.button.addEventListener("click", () => this.toggle());
    for (const kind of ["mouseleave", "focusout"]) this.rows.addEventListener(kind, () => setTimeout(() => this.show(), 0));
    document.addEventListener("keydown", (event) => {
      if (event.key === "p" && !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey) this.toggle();
    });
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && !this.paused && this.connect());
    this.connect();
  }

  get paused() {
    return this.button.getAttribute("aria-pressed") === "true";
  }

  connect() {
    this.close();
    const address = new URL(this.place.dataset.source, location.href);
    address.searchParams.set("after", this.last);
    this.source = new EventSource(address);
    this.source.onopen = () => this.tell("live", "good");
    this.source.onerror = () => {
      this.tell("reconnecting", "doubt");
      // The browser connects again by itself, but not after a refusal.
      if (this.source.readyState === EventSource.CLOSED) this.reconnect(address);
    };
    this.source.addEventListener("rows", (event) => this.add(event));
    this.source.addEventListener("skipped", (event) => this.skip(Number(event.data)));
  }

  /** Connects again after a refusal; whoever is signed in no longer is led to the sign-in, as with any page. */
  async reconnect(address) {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), RETRY_MILLISECONDS);
    const refused = await fetch(address, { method: "HEAD", headers: { accept: "text/event-stream" } }).catch(() => null);
    if (refused?.status === 401) location.reload();
  }

  close() {
    clearTimeout(this.retry);
    if (this.source) this.source.close();
  }

  toggle() {
    const pause = !this.paused;
    this.button.setAttribute("aria-pressed", String(pause));
    this.button.textContent = pause ? "Resume" : "Pause";
    if (pause) {
      this.close();
      this.tell("paused", "doubt");
    } else {
      this.connect();
      this.show();
    }
  }

  tell(text, kind) {
    if (this.state.textContent === text) return;
    this.state.textContent = text;
    this.state.className = `tag ${kind}`;
  }

  skip(count) {
    this.skipped += count;
    const told = document.getElementById("skipped");
    told.hidden = false;
    told.textContent = `${this.skipped.toLocaleString()} more came than can be shown one by one: filter, or reload to see the newest.`;
  }

  add(event) {
    const made = document.createElement("template");
    made.innerHTML = event.data;
    this.held = [...made.content.querySelectorAll("tr"), ...this.held].slice(0, MOST_ROWS);
    this.last = Math.max(this.last, event.lastEventId, this.held.length ? this.held[0].dataset.id : 0);
    this.show();
  }

  show() {
    if (this.paused || !this.held.length || this.rows.matches(":hover, :focus-within")) return;
    // A row that came twice, as after a broken connection, stays where it is.
    const fresh = this.held.filter((row) => !this.rows.querySelector(`tr[data-id="${row.dataset.id}"]`));
    this.held = [];
    for (const row of fresh) row.classList.add("new");
    this.rows.prepend(...fresh);
    while (this.rows.rows.length > MOST_ROWS) this.rows.deleteRow(-1);
    this.table.hidden = false;
    document.getElementById("empty")?.remove();
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("live");
  if (place) new LiveTable(place);
});
