/** Below this width not all columns fit next to the sidebar, so the tables show only some of them. */
export const NARROW = "(width < 71rem)";
