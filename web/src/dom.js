// Small pieces of pages.

export const $ = (id) => document.getElementById(id);
export const make = (tag, text, className) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
};

// Fills a table with rows of cells.
export function rows(body, list) {
  body.replaceChildren(
    ...list.map((cells) => {
      const row = make('tr');
      row.append(...cells);
      return row;
    }),
  );
}

export function numberCell(text) {
  return make('td', text, 'number');
}
