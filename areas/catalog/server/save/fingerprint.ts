// Changes that differ only in times, ids and numbers have the same fingerprint.
import { hash } from "node:crypto";
import type { Json } from "#language/columns.ts";

/** Fields that Kubernetes updates with every change. */
const noise =
  /^metadata\.(?:managedFields|resourceVersion|generation|annotations\.(?:kubectl\.kubernetes\.io\/last-applied-configuration|control-plane\.alpha\.kubernetes\.io\/leader))(?:$|[.[])/;

const neutral: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/\b(?:sha256:)?[0-9a-f]{64}\b/gi, "<digest>"],
  [/\b[0-9a-f]{16}\b/gi, "<hex>"],
  [/\b\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d)(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d))*\b/g, "<duration>"],
];

/** Most texts contain no digit and are returned at once. */
function neutralised(text: string): string {
  if (!/\d/.test(text)) return text;
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return "<number>";
  return neutral.reduce((result, [pattern, name]) => result.replace(pattern, name), text);
}

/** Undefined for a change without patches and details, which would have nothing to compare. */
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
  const content = patches ?? details;
  if (content === undefined || content === null) return undefined;
  const lines: string[] = [type, neutralised(externalId)];
  flatten(content, "", lines);
  return hash("md5", lines.join("\n"), "hex");
}

function flatten(value: Json | undefined, path: string, lines: string[]): void {
  if (value === undefined || noise.test(path)) return;
  if (typeof value !== "object" || value === null) {
    lines.push(`${path}=${typeof value === "number" ? "<number>" : neutralised(String(value))}`);
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, element] of (value as readonly Json[]).entries()) flatten(element, `${path}[${index}]`, lines);
    return;
  }
  const entries = value as Readonly<Record<string, Json | undefined>>;
  for (const key of Object.keys(entries).sort()) flatten(entries[key], path === "" ? key : `${path}.${key}`, lines);
}
