// What is secret about the parts of a connection that are otherwise shown: credentials in its address, and properties that
// are named for what they hold. Shown is everything else, with *** in their place.
import { isSecretName } from "#language/secret-names.ts";
import { isMessenger } from "./known-types.ts";
import { isReference } from "./resolve/value-reference.ts";

export const mask = "***";

// Restic writes the protocol before the address: rest:https://…
const parts = /^((?:[a-z0-9]+:)?[a-z][a-z0-9+.-]*:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i;

/** `$(password)` is filled in when the connection is used. */
const isFilledIn = (text: string) => text === "" || /^\$\([\w.]+\)$/.test(text);

/** The address as it is shown. */
export const shownUrl = (url: string, type: string) => covered(url, type, () => mask);

/** What is secret about an address, for who must recognise it; words such as `messages` in a path could stand anywhere. */
export function secretsInUrl(url: string, type: string): string[] {
  const found: string[] = [];
  covered(url, type, (text, where) => {
    if (where !== "path" || !/^(?:[a-z]{1,12}|v\d+)$/i.test(text)) found.push(text);
    return mask;
  });
  return found;
}

type Cover = (text: string, where?: "path") => string;

function covered(url: string, type: string, cover: Cover): string {
  if (isReference(url)) return url;
  const hide: Cover = (text, where) => (isFilledIn(text) ? text : cover(text, where));
  const found = parts.exec(url);
  // An address in words: host=db password=…
  if (!found)
    return url.replaceAll(
      /(\S*(?:passw|pwd|secret|token)\S*?\s*[=:]\s*)(\S+)/gi,
      (_, name: string, value: string) => `${name}${cover(value)}`,
    );
  const [, scheme = "", user, host = "", path = "", query = "", fragment = ""] = found;
  // There the path, and who is written to, are as good as a password.
  const hidesAll = isMessenger(type);
  const shownUser = user === undefined ? "" : `${coveredCredentials(user, hide, hidesAll)}@`;
  const shownPath = hidesAll
    ? path
        .split("/")
        .map((part) => hide(part, "path"))
        .join("/")
    : path;
  const shownQuery = query.replaceAll(/([?&])([^=&]+)=([^&]*)/g, (whole, start: string, name: string, value: string) =>
    isSecretName(name) || /^(?:key|sig|code)$/i.test(name) ? `${start}${name}=${hide(value)}` : whole,
  );
  return `${scheme}${shownUser}${host}${shownPath}${shownQuery}${fragment}`;
}

function coveredCredentials(text: string, hide: Cover, hidesAll: boolean): string {
  const colon = text.indexOf(":");
  const [user, password] = colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
  return `${hidesAll ? hide(user) : user}${password === undefined ? "" : `:${hide(password)}`}`;
}
