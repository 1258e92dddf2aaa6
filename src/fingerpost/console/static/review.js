// The review page: its keys, finding a route by its name, and giving messages back when the page is left.
"use strict";

(() => {
  const SETTLE = 200; // Milliseconds after which a new message takes an answer: a second click was for the one before.
  const desk = document.getElementById("desk");
  let shownAt = 0;
  let busy = false;

  const part = () => document.getElementById("review");
  const routes = () => [...part().querySelectorAll(".routes li:not([hidden]) .route")];
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  /** Return the name of this tab: each has messages of its own, and keeps them when it is loaded again. */
  function deskName() {
    const known = sessionStorage.getItem("fingerpost-desk");
    if (known) return known;
    const made = "tab-" + [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    sessionStorage.setItem("fingerpost-desk", made);
    return made;
  }

  function load() {
    htmx.ajax("POST", "/console/review/item", { source: "#review", target: "#review", swap: "outerHTML", values: { desk: desk.value } });
  }

  /** Show the routes that have these letters; the first nine of them have numbers. */
  function findRoutes(wanted) {
    const words = plain(wanted).split(/\s+/).filter(Boolean);
    let place = 0;
    for (const row of part().querySelectorAll(".routes li")) {
      row.hidden = !words.every((word) => plain(row.dataset.find).includes(word));
      if (!row.hidden) place += 1;
      row.querySelector(".digit").textContent = !row.hidden && place <= 9 ? place : "";
    }
    document.getElementById("no-route").hidden = place > 0;
  }

  /** Move the focus to the next or previous route. */
  function move(step) {
    const all = routes();
    if (!all.length) return;
    const place = all.indexOf(document.activeElement);
    const best = all.findIndex((route) => route.classList.contains("best"));
    all[place < 0 ? Math.max(0, best) : (place + step + all.length) % all.length].focus();
  }

  function press(button) {
    if (!button || button.disabled || busy) return;
    button.click();
  }

  function pressed(key) {
    if (/^[1-9]$/.test(key)) return routes()[Number(key) - 1];
    return [...part().querySelectorAll("[data-key]")].find((button) => button.dataset.key.split(" ").includes(key));
  }

  function finding(event) {
    if (event.key === "Enter") press(routes()[0]);
    else if (event.key === "Escape") {
      event.target.value = "";
      findRoutes("");
      event.target.blur();
    } else if (event.key === "ArrowDown") move(1);
    else return;
    event.preventDefault();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.id === "find") {
      finding(event);
      return;
    }
    if (isTyping(event.target)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "/" && document.getElementById("find")) {
      event.preventDefault();
      document.getElementById("find").focus();
    } else {
      const button = pressed(event.key.length === 1 ? event.key.toLowerCase() : event.key);
      if (!button) return;
      event.preventDefault();
      // A key that is held down is one answer.
      if (!event.repeat) press(button);
    }
  });

  document.addEventListener("input", (event) => {
    if (event.target.id === "find") findRoutes(event.target.value);
  });

  document.addEventListener("htmx:confirm", (event) => {
    // A second click within the same moment was meant for the message before.
    if (event.detail.path === "/console/review/label" && performance.now() - shownAt < SETTLE) event.preventDefault();
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target.id === "review") busy = true;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.target.id === "review") busy = false;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id !== "review") return;
    shownAt = performance.now();
    document.getElementById("said").textContent = part().dataset.said;
    document.getElementById("message")?.focus();
  });

  window.addEventListener("pagehide", () => {
    fetch("/console/review/release", { method: "POST", keepalive: true, headers: callHeaders(), body: new URLSearchParams({ desk: desk.value }) });
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) load();
  });
  document.addEventListener("DOMContentLoaded", () => {
    desk.value = deskName();
    load();
  });
})();
