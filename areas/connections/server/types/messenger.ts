// Shared by the types that only send messages.

/** The test message. */
export const greeting = { title: "Quarterdeck", message: "Quarterdeck can write here." } as const;

/** Encodes a text for an address. A template such as `$(password)` stays as it is. */
export const inAddress = (text = "") => (/^\$\([\w.]+\)$/.test(text) ? text : encodeURIComponent(text));

/** The host, or host:port, of a pasted text. */
export const hostIn = (text = "") =>
  text
    .trim()
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/\/.*$/, "");

/** The user part of an address: `user@`, `user:$(password)@`, or empty. */
export function whoIn(username: string | undefined, password?: string): string {
  const secret = password ? ":$(password)" : "";
  return username || secret ? `${inAddress(username)}${secret}@` : "";
}

/** A path of the non-empty parts. */
export const pathOf = (...parts: readonly (string | undefined)[]) =>
  parts.flatMap((part) => (part ? [`/${inAddress(part)}`] : [])).join("");

export const onlyBySending = (reached: string) => `${reached}. It can only be tested by sending a message`;
