// Unknown fields of a spec that was stored, as API servers of Kubernetes report theirs: one `299` warning for each. Clients that
// do not know the header lose nothing.
import { placedUnknownField, type UnknownField } from "#language/unknown-fields.ts";

/** Proxies refuse headers that are too long. */
const maxWarnings = 30;
const maxTextLength = 200;

export function warningHeader(fields: readonly UnknownField[]): string {
  const shown = fields.slice(0, maxWarnings).map((field) => placedUnknownField(field).slice(0, maxTextLength));
  const more = fields.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more unknown fields`] : [])]
    .map((text) => `299 - ${quoted(text)}`)
    .join(", ");
}

/** A header holds visible ASCII only. */
const quoted = (text: string) => `"${text.replaceAll(/[^\u0020-\u007e]/g, "?").replaceAll(/["\\]/g, String.raw`\$&`)}"`;
