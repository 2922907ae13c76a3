// @ts-check
// Small helpers for elements.

/** @returns {any} */
export const byId = id => document.getElementById(id);

/** @returns {any[]} */
export const all = selector => [...document.querySelectorAll(selector)];

/** @returns {any} */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// Returns an element of a drawing.
export function drawn(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

export function button(text, onClick, properties = {}) {
  const made = element("button", { type: "button", textContent: text, ...properties });
  made.addEventListener("click", onClick);
  return made;
}

// Sets properties that have another value: browsers also spend time on one that stays the same.
export function set(element, properties) {
  for (const [name, value] of Object.entries(properties)) if (element[name] !== value) element[name] = value;
}

const FORMAT = new Intl.NumberFormat("en");
export const number = n => FORMAT.format(n);
export const plural = (n, what) => `${number(n)} ${what}${String(n) === "1" ? "" : "s"}`;
