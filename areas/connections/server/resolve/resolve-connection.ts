// Resolves a reference from a spec to a usable connection: finds the row, checks the right, records the use, resolves
// references and fills in templates. Resolved values are cached per stored row; the right is checked every time.
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { ConnectionFailure, ValueMissing } from "../connection/failure.ts";
import { secretsInUrl } from "../rows/hidden.ts";
import { openConnection, type Stored } from "../rows/sealed.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { readConnectionReference, typeOfAddress } from "./connection-reference.ts";
import { copySource, findRow, type ConnectionRow } from "./find-row.ts";
import { hydrate, type LookUp } from "./hydrate.ts";
import { requireUse } from "./may-use.ts";
import { isAutomation, type Subject } from "./subject.ts";
import { recordUse } from "./uses.ts";
import { asText, isOptional, readReference, type EnvVar } from "../connection/value-reference.ts";
import { valueStoreOf } from "./stores.ts";

export interface Resolving {
  subject: Subject;
  /** The namespace of the caller, for names without a namespace. */
  namespace?: string | undefined;
  /** The scrubber of the run. Every secret is registered with it. */
  scrubber: Pick<Scrubber, "know">;
  /** The purpose in one word: test, check, scrape, message. */
  purpose: string;
  /** Bypasses the cache. */
  isFresh?: boolean | undefined;
}

type Needed = Pick<System, "db" | "env" | "outbound" | "secrets">;

const lookUpMs = 5_000;
const keptMs = 5 * 60_000;
/** Long enough that frequent runs do not repeat a failing lookup, short enough that a fix takes effect soon. */
const failureKeptMs = 10_000;
const maxKept = 1_000;

export async function resolveConnection(
  system: Needed,
  reference: string,
  { subject, namespace = "default", scrubber, purpose, isFresh = false }: Resolving,
): Promise<OpenConnection> {
  const wanted = readConnectionReference(reference);
  if (wanted.by === "address") return addressConnection(wanted.url, { namespace, scrubber });
  const row = await findRow(system.db.system, wanted, namespace);
  requireSent(subject, row);
  await requireUse(system, subject, row);
  await recordUse(system, { connectionId: row.id, subject, purpose });
  const { connection, secrets } = hydrated(system, row, isFresh);
  try {
    return await connection;
  } finally {
    scrubber.know(...secrets);
  }
}

/** The server has checked the right to use the connections that it sent with an action, but not to use other copies. */
function requireSent(subject: Subject, { id, name, namespace, source }: ConnectionRow): void {
  if (source !== copySource || !isAutomation(subject) || !subject.sent || subject.sent.includes(id)) return;
  throw problem.notFound("connection", name, {
    hint: `The server did not send connection://${namespace}/${name} with this action. Write the reference without a template.`,
  });
}

/**
 * Resolves a connection that is tested before it is saved. `stored` is the row that it would change, whose secrets it
 * may use. The caller checks the right to save it.
 */
export async function resolveUnsaved(
  system: Needed,
  row: Stored,
  { stored, subject, scrubber, purpose }: Resolving & { stored: ConnectionRow | undefined },
): Promise<OpenConnection> {
  if (stored) {
    await requireUse(system, subject, stored);
    await recordUse(system, { connectionId: stored.id, subject, purpose });
  }
  return hydrate(opened(system, row), {
    lookUp: lookUpIn(system, row.namespace),
    onSecrets: (...found) => scrubber.know(...found),
  });
}

/** Builds a connection for a plain address of a spec, or without an address if the credentials are enough. */
export function addressConnection(
  url: string | null,
  { namespace = "default", scrubber }: Pick<Resolving, "namespace" | "scrubber">,
): OpenConnection {
  const type = url?.includes("://") ? typeOfAddress(url) : "";
  if (url !== null) scrubber.know(...secretsInUrl(url, type));
  return { ...nothing, type, namespace, url };
}

const nothing = {
  id: null,
  name: "",
  username: null,
  password: null,
  certificate: null,
  insecure_tls: false,
  properties: {},
} as const;

/** Returns a value of a spec, or the value that it refers to in the namespace of the spec. */
export async function resolveValue(
  system: Pick<System, "env" | "outbound">,
  value: string | EnvVar,
  { namespace = "default", scrubber }: Pick<Resolving, "namespace" | "scrubber">,
): Promise<string> {
  const text = asText(value);
  const reference = readReference(text);
  if (!reference) return text;
  const found = (await lookUpIn(system, namespace)(reference).catch(orNothing(value))).trim();
  if (reference.from !== "configmap") scrubber.know(found);
  return found;
}

/** Returns an empty value for a missing value if the spec marks it as optional. */
const orNothing = (value: string | EnvVar) => (error: unknown) => {
  if (error instanceof ValueMissing && isOptional(value)) return "";
  throw error;
};

function lookUpIn(system: Pick<System, "env" | "outbound">, namespace: string): LookUp {
  const store = valueStoreOf(system);
  return async (reference) => {
    if (reference.from !== "environment")
      return store.read({ kind: reference.from, namespace, ...reference }, AbortSignal.timeout(lookUpMs));
    const { name } = reference;
    const { allowedVariables } = system.env;
    if (!allowedVariables.has(name))
      throw new ConnectionFailure(
        `Connections are not allowed to use the environment variable ${name}`,
        "The operator can allow it in ALLOW_ENV.",
      );
    const value = allowedVariables.get(name);
    if (value === undefined)
      throw new ConnectionFailure(`The environment variable ${name} is not set`, "Set it and start Quarterdeck again.");
    return value;
  };
}

function opened({ secrets }: Needed, row: Stored): OpenConnection {
  try {
    return openConnection(secrets, row);
  } catch {
    throw new ConnectionFailure(
      `The stored credentials of the connection ${JSON.stringify(row.name)} cannot be decrypted`,
      "Enter its credentials again.",
    );
  }
}

interface Hydrated {
  /** The row that the connection was resolved from, as JSON. */
  stored: string;
  until: number;
  connection: Promise<OpenConnection>;
  /** The secrets known so far, even if resolving failed. */
  secrets: string[];
}

const kept = new WeakMap<object, Map<string, Hydrated>>();

function hydrated(system: Needed, row: ConnectionRow, isFresh: boolean): Hydrated {
  const all = kept.get(system.db) ?? new Map<string, Hydrated>();
  kept.set(system.db, all);
  const stored = JSON.stringify(row);
  const known = all.get(row.id);
  all.delete(row.id);
  if (known && !isFresh && known.stored === stored && known.until > performance.now()) {
    all.set(row.id, known);
    return known;
  }
  const secrets: string[] = [];
  const entry: Hydrated = {
    stored,
    until: performance.now() + keptMs,
    secrets,
    connection: hydrate(opened(system, row), {
      lookUp: lookUpIn(system, row.namespace),
      onSecrets: (...found) => secrets.push(...found.filter((secret) => secret !== null)),
    }),
  };
  entry.connection.catch(() => {
    entry.until = performance.now() + failureKeptMs;
  });
  if (all.size >= maxKept) all.delete(all.keys().next().value!);
  all.set(row.id, entry);
  return entry;
}
