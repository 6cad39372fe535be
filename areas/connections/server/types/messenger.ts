// Shared by the types that only send messages.

/** The test message. */
export const greeting = { title: "Quarterdeck", message: "Quarterdeck can write here." } as const;

/** Encodes a string for an address. A template such as `$(password)` stays unchanged. */
export const inAddress = (text = "") => (/^\$\([\w.]+\)$/.test(text) ? text : encodeURIComponent(text));

/** Extracts the host, or host:port, from a pasted string. */
export const hostIn = (text = "") =>
  text
    .trim()
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/\/.*$/, "");

/** Builds the user part of an address: `user@`, `user:$(password)@`, or an empty string. */
export function whoIn(username: string | undefined, password?: string): string {
  const secret = password ? ":$(password)" : "";
  return username || secret ? `${inAddress(username)}${secret}@` : "";
}

/** Joins the non-empty parts to a path. */
export const pathOf = (...parts: readonly (string | undefined)[]) =>
  parts.flatMap((part) => (part ? [`/${inAddress(part)}`] : [])).join("");

export const onlyBySending = (reached: string) => `${reached}. Only sending a message can test the connection`;
