// Reads a part of a masked address. A part that contains *** is unknown.
import { MASK } from "#console/widgets/form/fields/SecretField.tsx";

const parts =
  /^[a-z][a-z0-9+.-]*:\/\/(?:(?<user>[^/?#:@]*)(?::[^/?#@]*)?@)?(?<host>[^/?#:]*)(?::\d+)?(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?/i;

/**
 * The part to read: `host`, `user`, `path` or `query.Chats`; the result is undefined if the address does not have it.
 */
export function urlPart(url: string, part: string): string | undefined {
  const found = parts.exec(url)?.groups;
  const name = /^query\.(.+)$/.exec(part)?.[1];
  const text =
    name === undefined ? decoded(found?.[part]) : (new URLSearchParams(found?.["query"] ?? "").get(name) ?? undefined);
  return text === undefined || text === "" || text.includes(MASK) ? undefined : text;
}

export interface SignInHeld {
  user: boolean;
  password: boolean;
}

const beforeHost = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?<user>[^/?#:@\s]*)(?::(?<password>[^/?#\s]*))?@/i;
const userPair = /(?:^|;)\s*(?:user id|user|uid)\s*=\s*(?<text>[^;]+)/i;
const passwordPair = /(?:^|;)\s*(?:password|pwd)\s*=\s*(?<text>[^;]+)/i;

/** A template such as `$(username)` takes its value from the field, so the URL does not contain it. */
const isHeld = (text: string | undefined) => text !== undefined && text.trim() !== "" && !text.includes("$(");

/**
 * Whether a URL contains user and password: `postgres://ada:secret@host`, `ada:secret@tcp(host)/orders`, or
 * `server=host;user id=ada;password=secret`. A masked password (***) counts as a password.
 */
export function signInHeld(url: string): SignInHeld {
  const { user, password } = beforeHost.exec(url)?.groups ?? {};
  const pairs = url.includes("://") ? "" : url;
  return {
    user: isHeld(user ?? userPair.exec(pairs)?.groups?.["text"]),
    password: isHeld(password ?? passwordPair.exec(pairs)?.groups?.["text"]),
  };
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}
