// Time limits for tests and for waits in tests. A limit only stops a test that hangs: nothing here measures speed. The
// limits are long enough for an overloaded machine, where a page that needs one second needs ten.

/** Limit of a wait for one condition: a row, a log line, an element on a page. */
export const waitMs = 120_000;
/** Limit of one test with all of its waits. */
export const testMs = 300_000;
/** Limit of a test that starts, kills and restarts whole servers. */
export const systemTestMs = 600_000;
