/**
 * Matches windows in which a table has rows of two lines: the table is narrower than 560 px, plus the padding of the
 * page.
 */
export const NARROW_TABLE = "(width < 37rem)";
