/** Below this width the tables keep only the columns that fit, so that nothing scrolls sideways. */
export const NARROW = "(width < 62rem)";
