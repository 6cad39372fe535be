// Parses references from specs to connections: `connection://namespace/name`, `connection://name` in the spec's
// namespace, an id, or a plain address. No side effects.
import { problem } from "#language/problem.ts";

export type ConnectionReference =
  | { by: "id"; id: string }
  /** `first` is a namespace, or in older specs a type; undefined for the namespace of the caller. */
  | { by: "name"; first: string | undefined; name: string }
  | { by: "address"; url: string };

const scheme = "connection://";
const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const address = /^[a-z][a-z0-9+.-]*:\/\/./i;

export function readConnectionReference(text: string): ConnectionReference {
  const reference = text.trim();
  if (id.test(reference)) return { by: "id", id: reference.toLowerCase() };
  if (reference.startsWith(scheme)) {
    const path = reference.slice(scheme.length);
    const slash = path.indexOf("/");
    const [first, name] = slash < 0 ? [undefined, path] : [path.slice(0, slash), path.slice(slash + 1)];
    if (name !== "" && first !== "") return { by: "name", first, name };
  } else if (address.test(reference)) return { by: "address", url: reference };
  // The string may be an address with a password, so the message does not repeat it.
  throw problem.invalid(
    "This is not a connection reference. Write connection://namespace/name, connection://name, the id of a connection, or an address such as https://example.org.",
  );
}

/** The type of a connection for a plain address, by its scheme. */
export const typeOfAddress = (url: string) => {
  const name = url.slice(0, url.indexOf(":")).toLowerCase();
  return { https: "http", postgresql: "postgres", rediss: "redis", ldaps: "ldap" }[name] ?? name;
};
