// Finds the secrets in the readable parts of a connection: credentials in its address, and properties that are named
// like a secret. They are shown as ***.
import { isSecretParameter } from "#language/secret-names.ts";
import { mask, replaceParts, secretParts } from "#server/spec/secret-text.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { hasSecretAddress } from "./known-types.ts";
import { isReference } from "../connection/value-reference.ts";

export { mask };

// Restic writes the protocol before the address: rest:https://…
const parts = /^((?:[a-z0-9]+:)?[a-z][a-z0-9+.-]*:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i;

/** `$(password)` is filled in when the connection is used. */
const isFilledIn = (text: string) => text === "" || /^\$\([\w.]+\)$/.test(text);

/** Returns the address with its secrets masked. */
export const shownUrl = (url: string, type: string) => covered(url, type, () => mask);

/**
 * Lists the secrets of an address, for scrubbing. Plain words such as `messages` in a path are left out, because they
 * occur anywhere.
 */
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
  const found = hasSecretAddress(type) ? parts.exec(url) : null;
  if (!found) return replaceParts(url, secretParts(url), ({ from, to }) => cover(url.slice(from, to)));
  // In the address of a messenger, the path and the recipient are credentials.
  const hide: Cover = (text, where) => (isFilledIn(text) ? text : cover(text, where));
  const [, scheme = "", user, host = "", path = "", query = "", fragment = ""] = found;
  const shownUser =
    user === undefined
      ? ""
      : `${user
          .split(":")
          .map((part) => hide(part))
          .join(":")}@`;
  const shownPath = path
    .split("/")
    .map((part) => hide(part, "path"))
    .join("/");
  const shownQuery = query.replaceAll(/([?&])([^=&]+)=([^&]*)/g, (whole, start: string, name: string, value: string) =>
    isSecretParameter(name) && !/^auth$/i.test(name) ? `${start}${name}=${hide(value)}` : whole,
  );
  return `${scheme}${shownUser}${host}${shownPath}${shownQuery}${fragment}`;
}

/** Returns a scrubber that leaves the host name of an address readable if a user has the same name. */
export const exceptHostOf = (
  url: string | null | undefined,
  scrubber: Pick<Scrubber, "know">,
): Pick<Scrubber, "know"> => {
  const host = hostIn(url ?? "");
  const names = new Set([host, ...host.split(".")]);
  return {
    know: (...secrets) => scrubber.know(...secrets.filter((secret) => !names.has(secret?.toLowerCase() ?? ""))),
  };
};

/**
 * Finds the host of a URL, of a data source name (`user:password@tcp(host)/db`), or of `host=db user=…` and
 * `server=db;…`.
 */
function hostIn(url: string): string {
  const found =
    /(?:^|@|\/\/)tcp[46]?\(([^()]*)\)/i.exec(url)?.[1] ??
    parts.exec(url)?.[3] ??
    /(?:^|[\s;])(?:host|server|data source)\s*=\s*([^\s;]+)/i.exec(url)?.[1] ??
    "";
  return found.replace(/:\d+$/, "").toLowerCase();
}
