/** An element with attributes and children. Strings become text nodes, so nothing that is shown can become markup. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== ''));
  return element;
}

/** A part that unfolds. What is inside is made when it is first opened: a schema may refer to itself. */
export function unfolding(attributes, summary, content) {
  const details = el('details', attributes, summary);
  details.addEventListener(
    'toggle',
    () => {
      if (details.open && details.childElementCount === 1) details.append(...[content()].flat());
    },
    // Not once: a toggle event of closing may come first.
  );
  return details;
}
