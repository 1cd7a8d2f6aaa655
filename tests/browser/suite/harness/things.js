// What a person meets on the page, by role: its accessible name, and its state. A short form of
// the rules of accessible names, enough for a page whose own rules axe-core checks.
const ROLES = {
  alert: "[role=alert]",
  button: "button, summary",
  checkbox: "input[type=checkbox]",
  combobox: "select",
  dialog: "dialog[open]",
  file: "input[type=file]",
  heading: "h1, h2, h3",
  img: "[role=img]",
  link: "a[href]",
  list: "ul, ol",
  radio: "input[type=radio]",
  slider: "input[type=range]",
  textbox: "input:not([type]), input[type=text], input[type=password], textarea",
};

const tidy = (text) => text.replace(/\s+/g, " ").trim();

const told = (node, not) => {
  if (node === not) return "";
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE || node.hidden || node.ariaHidden === "true") return "";
  if (node.ariaLabel) return node.ariaLabel;
  const text = [...node.childNodes].map((child) => told(child, not)).join("");
  return /^inline/.test(getComputedStyle(node).display) ? text : ` ${text} `;
};

const named = (element) => {
  const by = element.getAttribute("aria-labelledby");
  if (by) return by.split(/\s+/).map((id) => told(document.getElementById(id))).join(" ");
  if (element.ariaLabel !== null) return element.ariaLabel;
  if (element.labels?.length) return [...element.labels].map((label) => told(label, element)).join(" ");
  return told(element) || element.title;
};

const modal = [...document.querySelectorAll("dialog:modal")].pop();
return [...document.querySelectorAll(ROLES[arguments[0]])]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .filter((element) => !element.closest("[aria-hidden=true], [inert]"))
  .filter((element) => !modal || modal.contains(element))
  .map((element) => ({
    // One points at the words beside a switch, which may not show itself.
    element: (/radio|checkbox/.test(element.type) && element.labels?.[0]) || element,
    name: tidy(named(element)),
    disabled: element.matches(":disabled") || element.ariaDisabled === "true",
    on: element.checked === true || element.ariaPressed === "true",
    legal: "legal" in element.dataset,
  }));
