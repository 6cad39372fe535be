// Reports unknown fields of a stored spec and other warnings the way Kubernetes API servers do: one `299` warning each.
// Clients that do not support the header can ignore it.

/** Maximum number and length of the warnings, because proxies reject headers that are too long. */
const maxWarnings = 30;
const maxTextLength = 200;

export function warningHeader(warnings: readonly string[]): string {
  const shown = warnings.slice(0, maxWarnings).map((text) => text.slice(0, maxTextLength));
  const more = warnings.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more warnings`] : [])].map((text) => `299 - ${quoted(text)}`).join(", ");
}

/** A header may contain only visible ASCII. */
const quoted = (text: string) => `"${text.replaceAll(/[^\u0020-\u007e]/g, "?").replaceAll(/["\\]/g, String.raw`\$&`)}"`;
