// A text as a cell of a CSV file that people open in a spreadsheet. Spreadsheets run a cell that begins with one of these
// characters as a formula, so an apostrophe is put before it: they show the rest as text. Numbers stay as they are.
// The rule can be reversed: the apostrophe is also added to texts that have one before such a character already, and
// readCell() takes off exactly one. The data API writes its cells in SQL, by the same two patterns.

/** Texts that a spreadsheet may take for a formula; the full-width forms are read like the plain ones. */
export const formulaPattern = "^'*[=+@\\t\\r\\n＝＋－＠-]";
/** Written with a sign, and still only a number. */
export const numberPattern = "^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?$";

const formula = new RegExp(formulaPattern);
const number = new RegExp(numberPattern);

/** The text for the file; quoting for RFC 4180 comes after it. */
export const writeCell = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text);

/** The text that writeCell() was given. */
export const readCell = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);
