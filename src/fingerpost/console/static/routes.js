// The routes page: edits of examples are tried, and buttons make the calls that they name, after a question where one is due.
"use strict";

/** Send JSON to the server; return what it answers, or null after telling what was wrong. */
async function send(address, body) {
  notify("");
  try {
    const headers = { ...callHeaders(), "content-type": "application/json" };
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    if (answer.ok) return await answer.json();
    if (answer.status === 401) location.reload();
    notify(errorText(answer.status, await answer.text()));
  } catch {
    notify("The server cannot be reached: is it still running?");
  }
  return null;
}

/** Ask whether something is to be done, where it has a question. */
function isSure(question) {
  if (!question) return Promise.resolve(true);
  const dialog = document.getElementById("sure");
  document.getElementById("sure-text").textContent = question;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

const openTrial = (found) => location.assign(`/console/routes/trial?trial=${found.trial}`);

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-call]");
  if (!button || !(await isSure(button.dataset.sure))) return;
  button.disabled = true;
  const found = await send(button.dataset.call, JSON.parse(button.dataset.body));
  button.disabled = false;
  if (!found) return;
  if (button.dataset.then === "trial") openTrial(found);
  else location.reload();
});

document.addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("edit");
  if (!form) return;
  const removed = () => [...document.querySelectorAll("input[name=remove]:checked")].map((box) => box.value);
  const count = () => (document.getElementById("removing").textContent = removed().length);
  document.addEventListener("change", count);
  count();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const add = document.getElementById("add").value.split("\n").map((line) => line.trim()).filter(Boolean);
    const button = form.querySelector("button.main");
    button.disabled = true;
    const found = await send("/v1/routebook/try", { changes: [{ route: form.dataset.route, add, remove: removed() }] });
    button.disabled = false;
    if (found) openTrial(found);
  });
});
