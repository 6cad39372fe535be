// Time limits of tests and of waits in tests. A limit only ends a test that hangs: nothing here measures speed. The limits
// hold on a machine whose cores are taken several times over, where a page that needs one second needs ten.

/** How long a test waits for one condition: a row, a log line, an element on a page. */
export const waitMs = 120_000;
/** One test with all of its waits. */
export const testMs = 300_000;
/** One test that starts, kills and restarts whole servers. */
export const systemTestMs = 600_000;
