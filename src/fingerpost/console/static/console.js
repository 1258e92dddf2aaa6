// What all pages share: the list of keys, and errors of calls, said where a screen reader hears them.
"use strict";

const isTyping = (target) => target.closest("input, textarea, select, [contenteditable]") !== null;

/** Show a message until the next one, or until it is closed. */
function notify(text) {
  const place = document.getElementById("notice");
  place.replaceChildren();
  if (!text) return;
  const said = document.createElement("p");
  said.textContent = text;
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => notify(""));
  place.append(said, close);
}

/** Return the headers that calls of this page need beside those of htmx. */
function callHeaders() {
  return JSON.parse(document.body.getAttribute("hx-headers") || "{}");
}

/** Return what an error response says, in words for people. */
function errorText(status, body) {
  try {
    return JSON.parse(body).error.message;
  } catch {
    return body && body.length < 500 ? body : `The server answered with status ${status}.`;
  }
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens).showModal();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "?" && !isTyping(event.target) && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    const keys = document.getElementById("keys");
    if (keys.open) keys.close();
    else keys.showModal();
  }
});

// After a link from another site, with which the browser sends no cookie: who is signed in goes on to the page.
const wanted = document.querySelector("#sign-in input[name=next]")?.value;
if (wanted) {
  fetch(wanted, { redirect: "manual" }).then((answer) => answer.ok && location.replace(wanted));
}

document.addEventListener("htmx:beforeRequest", () => notify(""));
document.addEventListener("htmx:responseError", (event) => {
  const { status, responseText } = event.detail.xhr;
  notify(errorText(status, responseText));
});
document.addEventListener("htmx:sendError", () => notify("The server cannot be reached: is it still running?"));
