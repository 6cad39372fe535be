/** The window in which a table has rows of two lines: narrower than 560 px, and the padding of the page. */
export const NARROW_TABLE = "(width < 37rem)";
