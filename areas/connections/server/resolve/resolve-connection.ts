// Resolves a reference from a spec to a usable connection: finds the row, checks the right, records the use, resolves
// references and fills in templates. Resolved values are cached per stored row; the right is checked every time.
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { ConnectionFailure, ValueMissing } from "../connection/failure.ts";
import { secretsInUrl } from "../rows/hidden.ts";
import { openConnection, type Stored } from "../rows/sealed.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { readConnectionReference, typeOfAddress, type ConnectionReference } from "./connection-reference.ts";
import { findRow, type ConnectionRow } from "./find-row.ts";
import { hydrate, type LookUp } from "./hydrate.ts";
import { requireUse } from "./may-use.ts";
import { findSent } from "./sent.ts";
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
  const found = await find(system, wanted, reference.trim(), { subject, namespace });
  if ("row" in found) {
    await requireUse(system, subject, found.row);
    await recordUse(system, { connectionId: found.row.id, subject, purpose });
  }
  const { connection, secrets } = hydrated(system, "row" in found ? fromRow(system, found.row) : found.sent, isFresh);
  try {
    return await connection;
  } finally {
    scrubber.know(...secrets);
  }
}

/** On an agent, its own connections take precedence over those that the server sent for the subject. */
async function find(
  system: Needed,
  wanted: Exclude<ConnectionReference, { by: "address" }>,
  reference: string,
  { subject, namespace }: { subject: Subject; namespace: string },
): Promise<{ row: ConnectionRow } | { sent: Source }> {
  try {
    return { row: await findRow(system.db.system, wanted, namespace) };
  } catch (error) {
    const isAbsent = error instanceof Problem && error.id === "not_found";
    if (!isAbsent || !system.env.upstream || !isAutomation(subject)) throw error;
    const sent = await findSent(system, subject, reference);
    if (!sent) throw notSent(wanted.by === "id" ? wanted.id : wanted.name, subject.kind);
    const { connection, version } = sent;
    return {
      sent: {
        key: version && `${subject.id} ${reference}`,
        version: version ?? "",
        namespace: connection.namespace,
        open: () => connection,
      },
    };
  }
}

/** The server has checked the right to use the connections that it sent for a subject. */
const notSent = (name: string, kind: string) =>
  problem.notFound("connection", name, {
    hint: `This agent does not have it, and the server did not send it for this ${kind}. Write the reference without a template.`,
  });

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

/** A connection to prepare for use. */
interface Source {
  /** The key in the cache. Undefined if the connection must not be cached. */
  key: string | undefined;
  /** A cached connection is used only for the same version. */
  version: string;
  namespace: string;
  open(): OpenConnection;
}

const fromRow = (system: Needed, row: ConnectionRow): Source => ({
  key: row.id,
  version: JSON.stringify(row),
  namespace: row.namespace,
  open: () => opened(system, row),
});

interface Hydrated {
  version: string;
  until: number;
  connection: Promise<OpenConnection>;
  /** The secrets known so far, even if resolving failed. */
  secrets: string[];
}

const kept = new WeakMap<object, Map<string, Hydrated>>();

function hydrated(system: Needed, { key, version, namespace, open }: Source, isFresh: boolean): Hydrated {
  const all = kept.get(system.db) ?? new Map<string, Hydrated>();
  kept.set(system.db, all);
  const known = key === undefined ? undefined : all.get(key);
  if (key !== undefined) all.delete(key);
  if (key !== undefined && known && !isFresh && known.version === version && known.until > performance.now()) {
    all.set(key, known);
    return known;
  }
  const secrets: string[] = [];
  const entry: Hydrated = {
    version,
    until: performance.now() + keptMs,
    secrets,
    connection: hydrate(open(), {
      lookUp: lookUpIn(system, namespace),
      onSecrets: (...found) => secrets.push(...found.filter((secret) => secret !== null)),
    }),
  };
  entry.connection.catch(() => {
    entry.until = performance.now() + failureKeptMs;
  });
  if (key === undefined) return entry;
  if (all.size >= maxKept) all.delete(all.keys().next().value!);
  all.set(key, entry);
  return entry;
}
