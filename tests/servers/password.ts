/** Of everybody on the servers of the tests. What is special in addresses is in it, and must come through. */
export const password = "pass/w@rd: 100%&+é";
