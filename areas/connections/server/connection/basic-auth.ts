/** Returns the Authorization header; empty without a user. */
export const basicAuth = (user: string | null, password: string | null): Record<string, string> =>
  user === null || user === ""
    ? {}
    : { authorization: `Basic ${Buffer.from(`${user}:${password ?? ""}`).toString("base64")}` };
