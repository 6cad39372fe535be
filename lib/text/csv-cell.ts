// Escapes CSV cells for spreadsheets. Spreadsheets run a cell that begins with certain characters as a formula, so
// writeCell() puts an apostrophe before it; the spreadsheet then shows the rest as text. Numbers are not changed. The
// escaping can be reversed: a cell that already has an apostrophe before such a character gets a second apostrophe, and
// readCell() removes exactly one apostrophe. The data API escapes its cells in SQL with the same two patterns.

/**
 * Matches cells that a spreadsheet may run as a formula. Spreadsheets treat full-width characters in the same way as
 * ASCII characters.
 */
export const formulaPattern = "^'*[=+@\\t\\r\\n＝＋－＠-]";
/** Matches a number with or without a sign; it is safe even though it may begin with + or -. */
export const numberPattern = "^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?$";

const formula = new RegExp(formulaPattern);
const number = new RegExp(numberPattern);

/** Escapes a cell; the caller applies the quoting of RFC 4180 afterwards. */
export const writeCell = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text);

/** Reverses writeCell(). */
export const readCell = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);
