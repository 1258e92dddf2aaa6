// The playground: what the form sends, the answer as it is written, and corrections.
"use strict";

const form = document.getElementById("composer");
const text = document.getElementById("text");
const turns = document.getElementById("turns");
const answer = document.getElementById("answer");
const byId = (id) => document.getElementById(id);

/** The request and session under which a message is stored, and `held`, what the form held; null before it is. */
let stored = null;
let asking = null;
/** What the form held when it was last sent for a decision, and for an answer. */
let decided = "";
let answered = "";
/** What the decision on the page was made of: `held`, and `fields`, the body that was sent. The form may have changed. */
let shown = null;
/** The whole text of the answer on the page, as a turn of the conversation has it. */
let said = "";

const randomName = () => [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");

/** Return the earlier turns that are filled in. */
function earlierTurns() {
  return [...turns.children]
    .map((row) => ({ role: row.querySelector("select").value, content: row.querySelector("textarea").value }))
    .filter((turn) => turn.content.trim());
}

/** Return what the form holds, to see whether it changed. */
function held() {
  const files = [...byId("attachments").files].map((file) => [file.name, file.size, file.lastModified]);
  return JSON.stringify([text.value, byId("editor").value, earlierTurns(), files]);
}

/** Return the form as the multipart body of a call. */
function body(more) {
  const fields = new FormData(form);
  const past = earlierTurns();
  if (past.length) fields.set("turns", JSON.stringify(past));
  for (const [name, value] of Object.entries(more)) fields.set(name, value);
  return fields;
}

/** Call the server, and return the response; raises an error with the words for people. */
async function call(path, options) {
  const response = await fetch(path, { method: "POST", ...options, headers: { ...callHeaders(), ...options.headers } });
  if (!response.ok) throw new Error(errorText(response.status, await response.text()));
  return response;
}

// What the form sends beside its fields.

document.addEventListener("htmx:configRequest", (event) => {
  const { path, formData } = event.detail;
  if (path.startsWith("/console/playground/explanation")) for (const [name, value] of shown.fields) formData.append(name, value);
  if (path !== "/console/playground/decision") return;
  const past = earlierTurns();
  if (past.length) event.detail.parameters.turns = JSON.stringify(past);
});

function addTurn(role = "user", content = "") {
  const row = byId("turn").content.cloneNode(true).firstElementChild;
  row.querySelector("select").value = role;
  row.querySelector("textarea").value = content;
  turns.append(row);
  count();
  return row;
}

/** Show how much context is given, while its part of the form is closed. */
function count() {
  const say = (name, said) => (document.querySelector(`[data-counts="${name}"]`).textContent = said || "");
  say("turns", turns.children.length);
  say("editor", byId("editor").value && "set");
  say("attachments", byId("attachments").files.length);
}

form.addEventListener("input", count);
byId("add-turn").addEventListener("click", () => addTurn(turns.children.length % 2 ? "assistant" : "user").querySelector("textarea").focus());
turns.addEventListener("click", (event) => {
  if (event.target.closest("button")) {
    event.target.closest("li").remove();
    count();
  }
});

// The decision.

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, shouldSwap, requestConfig } = event.detail;
  if (target.id === "decision" && shouldSwap) shown = { held: decided, fields: requestConfig.formData };
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id === "decision") byId("route")?.focus();
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt !== form) return;
  decided = held();
  if (answered !== decided) {
    asking?.abort();
    answer.hidden = true;
  }
});

document.addEventListener("htmx:responseError", (event) => {
  const place = event.detail.elt;
  if (place.id === "explanation") place.querySelector("p").textContent = "It could not be explained now: route the message again.";
});

function route() {
  if (form.reportValidity()) form.requestSubmit(form.querySelector("button.main"));
}

// The answer.

/** Ask for the answer; the decision is shown too, but not of a choice, which decides the message before it. */
async function ask(chosen = false) {
  if (!form.reportValidity()) return;
  asking?.abort();
  answered = held();
  if (!chosen && decided !== answered) route();
  asking = new AbortController();
  const mine = asking;
  byId("answer-text").textContent = "";
  byId("answer-more").replaceChildren();
  byId("continue").hidden = true;
  answer.hidden = byId("stop").hidden = false;
  byId("progress").textContent = "Writing…";
  try {
    const options = { body: body({ stream: "true" }), headers: { accept: "text/event-stream" }, signal: mine.signal };
    const response = await call("/v1/ask", options);
    for await (const [name, value] of events(response.body)) onEvent[name]?.(value);
  } catch (error) {
    byId("progress").textContent = error.name === "AbortError" ? "Stopped." : "";
    if (error.name !== "AbortError") notify(error.message);
  }
  if (mine === asking) byId("stop").hidden = true;
}

/** Yield the server-sent events of a body, as pairs of a name and its value. */
async function* events(stream) {
  let rest = "";
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const parts = (rest + piece.value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const fields = Object.fromEntries(part.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
      yield [fields.event, JSON.parse(fields.data)];
    }
  }
}

const onEvent = {
  piece: (value) => byId("answer-text").append(value.text),
  progress: (value) => (byId("progress").textContent = `${value.step}…`),
  error: (value) => notify(value.error.message),
  answer: showAnswer,
};

function showAnswer(value) {
  stored = { held: answered, request_id: value.request, session: value.session };
  said = value.text;
  const choice = value.parts.find((part) => part.kind === "choice");
  // The text of a question has its options as numbered lines: here they are buttons.
  byId("answer-text").replaceChildren(...withQuotations(choice ? choice.text : said));
  const more = byId("answer-more");
  if (choice) more.append(choices(choice));
  for (const part of value.parts) if (part !== choice) more.append(element("pre", part.text));
  if (value.code && !value.text.includes(value.code)) more.append(element("pre", value.code));
  const sources = sourcesOf(value);
  if (sources.length) {
    const list = document.createElement("ul");
    list.append(...sources.map((source) => element("li", source)));
    more.append(list);
  }
  for (const note of value.notes) more.append(element("p", note));
  byId("progress").textContent = "";
  byId("stop").hidden = true;
  byId("continue").hidden = false;
}

/** Return the passages that an answer names, or else the first that were found; a quotation ends with its own already. */
function sourcesOf({ citations, text }) {
  const named = citations.filter((each) => text.includes(`[${each.number}]`));
  const unquoted = (named.length ? named : citations.slice(0, 3)).filter((each) => !text.includes(`— [${each.number}] `));
  return unquoted.map((each) => `[${each.number}] ${each.file} › ${each.heading}`);
}

/** Return a text with its lines after "> " as quotations. */
function withQuotations(written) {
  return written.split(/((?:^> ?.*(?:\n|$))+)/m).map((part) => (part.startsWith(">") ? element("blockquote", part.replace(/^> ?/gm, "").trimEnd()) : part));
}

function element(name, said) {
  const made = document.createElement(name);
  made.textContent = said;
  return made;
}

/** Return the options of a question as buttons, which send them as the next message. */
function choices(part) {
  const group = document.createElement("div");
  group.className = "choices";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", part.text);
  for (const option of part.values.options) {
    const button = element("button", option.title);
    button.type = "button";
    button.addEventListener("click", () => {
      continueConversation();
      text.value = option.title;
      byId("answer-title").focus();
      ask(true);
    });
    group.append(button);
  }
  return group;
}

/** Make the message and its answer earlier turns of the next message. */
function continueConversation() {
  addTurn("user", text.value);
  addTurn("assistant", said);
  byId("history").open = true;
  byId("continue").hidden = true;
}

byId("ask").addEventListener("click", () => ask());
byId("stop").addEventListener("click", () => asking?.abort());
byId("continue").addEventListener("click", () => {
  continueConversation();
  text.value = "";
  text.focus();
});

// Corrections.

function showRoutes() {
  const routes = byId("right-routes");
  if (!routes) return;
  routes.hidden = !routes.hidden;
  byId("wrong").setAttribute("aria-expanded", String(!routes.hidden));
  if (!routes.hidden) routes.querySelector("button").focus();
}

/** Store the route that the message should have had; one that was not asked is stored first, with its decision. */
async function correct(right) {
  const said = byId("corrected");
  const { held, fields } = shown;
  try {
    if (stored?.held !== held) {
      const named = { request_id: randomName(), session: `playground-${randomName()}` };
      for (const [name, value] of Object.entries(named)) fields.set(name, value);
      await call("/v1/route", { body: fields });
      stored = { held, ...named };
    }
    const { request_id, session } = stored;
    const options = { body: JSON.stringify({ request_id, session, route: right }), headers: { "content-type": "application/json" } };
    const told = await (await call("/v1/feedback", options)).json();
    said.textContent = `Stored: this message should have been ${told.route}. The next training (fingerpost learn) learns from it.`;
    byId("right-routes").hidden = true;
    byId("wrong").setAttribute("aria-expanded", "false");
    byId("wrong").focus();
  } catch (error) {
    notify(error.message);
  }
}

document.addEventListener("click", (event) => {
  const right = event.target.closest("[data-right]");
  const tried = event.target.closest("[data-try]");
  if (right) correct(right.dataset.right);
  if (event.target.closest("#wrong")) showRoutes();
  if (tried) {
    text.value = tried.dataset.try;
    route();
  }
});

// Keys.

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    if (event.shiftKey) ask();
    else route();
    return;
  }
  if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const routes = byId("right-routes");
  const chosen = routes && !routes.hidden && /^[1-9]$/.test(event.key) ? routes.children[event.key - 1] : null;
  if (chosen) chosen.click();
  else if (event.key === "w") showRoutes();
  else if (event.key === "a") ask();
  else if (event.key === "/") text.focus();
  else return;
  event.preventDefault();
});
