// How specs say which connection they mean: `connection://namespace/name`, `connection://name` in their own namespace, an id,
// or an address that stands for itself. Pure.
import { problem } from "#language/problem.ts";

export type ConnectionReference =
  | { by: "id"; id: string }
  /** `first` is a namespace, or in older specs a type; undefined in the namespace of who asks. */
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
  // What was meant may be an address with a password in it: it is not repeated.
  throw problem.invalid(
    "This is no reference to a connection: write connection://namespace/name, connection://name, the id of a connection, or an address such as https://example.org.",
  );
}

/** The connection that an address stands for: of the type that its scheme names. */
export const typeOfAddress = (url: string) => {
  const name = url.slice(0, url.indexOf(":")).toLowerCase();
  return { https: "http", postgresql: "postgres", rediss: "redis", ldaps: "ldap" }[name] ?? name;
};
