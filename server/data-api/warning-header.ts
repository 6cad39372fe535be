// Reports unknown fields of a stored spec like the API servers of Kubernetes, with one `299` warning each. Clients that
// do not know the header can ignore it.
import { placedUnknownField, type UnknownField } from "#language/unknown-fields.ts";

/** Proxies reject headers that are too long. */
const maxWarnings = 30;
const maxTextLength = 200;

export function warningHeader(fields: readonly UnknownField[]): string {
  const shown = fields.slice(0, maxWarnings).map((field) => placedUnknownField(field).slice(0, maxTextLength));
  const more = fields.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more unknown fields`] : [])]
    .map((text) => `299 - ${quoted(text)}`)
    .join(", ");
}

/** A header may contain only visible ASCII. */
const quoted = (text: string) => `"${text.replaceAll(/[^\u0020-\u007e]/g, "?").replaceAll(/["\\]/g, String.raw`\$&`)}"`;
