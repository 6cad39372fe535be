/** Stands for this system itself. */
export const LOCAL_AGENT = "00000000-0000-0000-0000-000000000000";
