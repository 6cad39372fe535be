/** Below this width all columns do not fit next to the sidebar: the tables keep those that do. */
export const NARROW = "(width < 71rem)";
