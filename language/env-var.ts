// The source of a credential: a literal value, or a reference to a Secret or ConfigMap of the cluster. A column stores
// it as text (`secret://name/key`), a spec also as an object (`{valueFrom: {secretKeyRef: {name, key}}}`).
import type { Json } from "./columns.ts";

export type EnvVarKind = "static" | "secret" | "configmap";

export type EnvVar =
  | { kind: "static"; value: string }
  | { kind: "secret" | "configmap"; name: string; key: string }
  /** A reference that forms cannot edit, such as `helm://release/path`; it is kept unchanged. */
  | { kind: "other"; kept: Json };

/** The labels of the switch between the kinds. */
export const envVarKinds: readonly { kind: EnvVarKind; label: string }[] = [
  { kind: "static", label: "Static" },
  { kind: "secret", label: "Secret" },
  { kind: "configmap", label: "ConfigMap" },
];

const refs = { secretKeyRef: "secret", configMapKeyRef: "configmap" } as const;

export function readEnvVar(input: unknown): EnvVar | undefined {
  if (input === undefined || input === null) return undefined;
  if (typeof input === "string") return readText(input);
  if (!isRecord(input)) return { kind: "other", kept: input as Json };
  const { value, valueFrom } = input;
  if (valueFrom === undefined) {
    if (value === undefined) return undefined;
    return typeof value === "string" ? { kind: "static", value } : { kind: "other", kept: input as Json };
  }
  for (const [field, kind] of Object.entries(refs)) {
    const ref = isRecord(valueFrom) ? valueFrom[field] : undefined;
    if (isRecord(ref)) return { kind, name: textOf(ref["name"]), key: textOf(ref["key"]) };
  }
  return { kind: "other", kept: input as Json };
}

function readText(text: string): EnvVar {
  const [, scheme, rest = ""] = /^(secret|configmap|helm|serviceaccount):\/\/(.*)$/s.exec(text) ?? [];
  if (scheme === undefined) return { kind: "static", value: text };
  if (scheme !== "secret" && scheme !== "configmap") return { kind: "other", kept: text };
  // A name has no slash; a key may be a path.
  const at = rest.indexOf("/");
  return at < 0
    ? { kind: scheme, name: rest, key: "" }
    : { kind: scheme, name: rest.slice(0, at), key: rest.slice(at + 1) };
}

/** Converts a source to the string that columns store. */
export function envVarText(source: EnvVar): Json {
  if (source.kind === "other") return source.kept;
  return source.kind === "static" ? source.value : `${source.kind}://${source.name}/${source.key}`;
}

/** Converts a source to the object that specs store. The other fields of the object, such as its name, are kept. */
export function envVarObject(source: EnvVar, before?: unknown): Json {
  if (source.kind === "other") return source.kept;
  const { value: _, valueFrom, ...rest } = isRecord(before) ? (before as Record<string, Json>) : {};
  if (source.kind === "static") return { ...rest, value: source.value };
  const { name, key } = source;
  const field = source.kind === "secret" ? "secretKeyRef" : "configMapKeyRef";
  const kept = isRecord(valueFrom) && isRecord(valueFrom[field]) ? (valueFrom[field] as Record<string, Json>) : {};
  return { ...rest, valueFrom: { [field]: { ...kept, name, key } } };
}

/** Returns a message about the missing part; undefined if the value is complete. */
export function envVarProblem(input: unknown): string | undefined {
  const source = readEnvVar(input);
  if (source === undefined || source.kind === "static" || source.kind === "other") return undefined;
  const what = source.kind === "secret" ? "secret" : "config map";
  if (source.name.trim() === "") return `The name of the ${what} is missing.`;
  return source.key.trim() === "" ? `The key in the ${what} is missing.` : undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
