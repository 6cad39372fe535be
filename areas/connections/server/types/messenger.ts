// What the types that only send messages have in common.

/** What is sent when a connection is tried out by sending. */
export const greeting = { title: "Quarterdeck", message: "Quarterdeck can write here." } as const;

/** A text as it stands in an address. What is filled in later, such as `$(password)`, stands for itself. */
export const inAddress = (text = "") => (/^\$\([\w.]+\)$/.test(text) ? text : encodeURIComponent(text));

/** A host, or host:port, as it stands in an address, however it was pasted. */
export const hostIn = (text = "") =>
  text
    .trim()
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/\/.*$/, "");

/** Who is written as, in an address: `user@`, `user:$(password)@`, or nothing when there is nobody. */
export function whoIn(username: string | undefined, password?: string): string {
  const secret = password ? ":$(password)" : "";
  return username || secret ? `${inAddress(username)}${secret}@` : "";
}

/** The parts of a path, without those that are empty. */
export const pathOf = (...parts: readonly (string | undefined)[]) =>
  parts.flatMap((part) => (part ? [`/${inAddress(part)}`] : [])).join("");

export const onlyBySending = (reached: string) => `${reached}. It can only be tried by sending a message`;
