/** The password of every user on the test servers. It contains the characters that are special in URLs. */
export const password = "pass/w@rd: 100%&+é";
