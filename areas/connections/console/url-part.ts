// A part of an address as it is shown: with *** in place of what is secret, which says nothing.
import { MASK } from "#console/widgets/form/fields/SecretField.tsx";

const parts =
  /^[a-z][a-z0-9+.-]*:\/\/(?:(?<user>[^/?#:@]*)(?::[^/?#@]*)?@)?(?<host>[^/?#:]*)(?::\d+)?(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?/i;

/** `host`, `user`, `path` or `query.Chats`; undefined when the address does not say it. */
export function urlPart(url: string, part: string): string | undefined {
  const found = parts.exec(url)?.groups;
  const name = /^query\.(.+)$/.exec(part)?.[1];
  const text =
    name === undefined ? decoded(found?.[part]) : (new URLSearchParams(found?.["query"] ?? "").get(name) ?? undefined);
  return text === undefined || text === "" || text.includes(MASK) ? undefined : text;
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}
