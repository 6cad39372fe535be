// Changes that are the same but for times, ids and numbers have the same fingerprint.
import { hash } from "node:crypto";
import type { Json } from "#language/columns.ts";

/** What Kubernetes writes with every change, whatever it is. */
const noise =
  /^metadata\.(?:managedFields|resourceVersion|generation|annotations\.(?:kubectl\.kubernetes\.io\/last-applied-configuration|control-plane\.alpha\.kubernetes\.io\/leader))(?:$|[.[])/;

const neutral: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/\b(?:sha256:)?[0-9a-f]{64}\b/gi, "<digest>"],
  [/\b[0-9a-f]{16}\b/gi, "<hex>"],
  [/\b\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d)(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d))*\b/g, "<duration>"],
];

/** Most texts have no digit in them, and nothing to be neutralised. */
function neutralised(text: string): string {
  if (!/\d/.test(text)) return text;
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return "<number>";
  return neutral.reduce((is, [pattern, name]) => is.replace(pattern, name), text);
}

/** Nothing when there is nothing to tell one from another by. */
export function fingerprintOf({
  type,
  externalId,
  patches,
  details,
}: {
  type: string;
  externalId: string;
  patches?: Json | undefined;
  details?: Json | undefined;
}): string | undefined {
  const told = patches ?? details;
  if (told === undefined || told === null) return undefined;
  const lines: string[] = [type, neutralised(externalId)];
  flatten(told, "", lines);
  return hash("md5", lines.join("\n"), "hex");
}

function flatten(value: Json | undefined, path: string, lines: string[]): void {
  if (value === undefined || noise.test(path)) return;
  if (typeof value !== "object" || value === null) {
    lines.push(`${path}=${typeof value === "number" ? "<number>" : neutralised(String(value))}`);
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, one] of (value as readonly Json[]).entries()) flatten(one, `${path}[${index}]`, lines);
    return;
  }
  const entries = value as Readonly<Record<string, Json | undefined>>;
  for (const key of Object.keys(entries).sort()) flatten(entries[key], path === "" ? key : `${path}.${key}`, lines);
}
