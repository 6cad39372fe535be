// The connections that resources and actions refer to, with their credentials, for the agent that runs them.
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { readConnectionReference, type ConnectionReference } from "./resolve/connection-reference.ts";
import { loadCandidates, pickRow, type ConnectionRow } from "./resolve/find-row.ts";
import { automationActors, refusalOf } from "./resolve/may-use.ts";
import { sentConnection, type SentConnection } from "./resolve/sent-connection.ts";
import type { Automation } from "./resolve/subject.ts";
import { recordUse } from "./resolve/uses.ts";
import { openConnection } from "./rows/sealed.ts";

/** A spec that refers to connections, and the subject whose rights apply. */
export interface Referring {
  spec: unknown;
  subject: Automation;
}

export interface ConnectionUse {
  /** The reference as the spec contains it. */
  reference: string;
  row: ConnectionRow;
  subject: Automation;
  /** The problem, if the subject may not use the connection. */
  refusal: Problem | undefined;
}

/**
 * Matches the beginning of every text that refers to a connection. PostgreSQL uses the same pattern, so its syntax must
 * be valid there, too.
 */
export const referencePattern = "connection://|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const mayRefer = new RegExp(`^(?:${referencePattern})`, "i");

/**
 * Returns the connections that specs refer to. Connections that do not exist are left out: the agent may have them
 * itself. A reference that contains a template is left out, too, because the agent renders it.
 */
export async function connectionUses(
  { db }: Pick<System, "db">,
  referring: readonly Referring[],
): Promise<ConnectionUse[]> {
  const named = referring.map(({ spec, subject }) => ({ subject, references: referencesIn(spec) }));
  const rows = await loadCandidates(
    db.system,
    named.flatMap(({ references }) => [...references.values()]),
  );
  if (rows.length === 0) return [];
  const actors = await automationActors(
    db.system,
    named.map(({ subject }) => subject),
  );
  return named.flatMap(({ subject, references }, index) =>
    [...references].flatMap(([reference, wanted]): ConnectionUse[] => {
      const row = pick(rows, wanted, subject.namespace ?? "default");
      return row ? [{ reference, row, subject, refusal: refusalOf(actors[index]!, subject, row) }] : [];
    }),
  );
}

/** Throws a `forbidden` problem if the subject may not use one of the connections. */
export async function requireUses({ db }: Pick<System, "db">, referring: Referring): Promise<void> {
  for (const { refusal } of await connectionUses({ db }, [referring])) if (refusal) throw refusal;
}

type StoredReference = Exclude<ConnectionReference, { by: "address" }>;

/** Returns the texts of a spec that refer to a connection. */
function referencesIn(spec: unknown, found = new Map<string, StoredReference>()): Map<string, StoredReference> {
  if (typeof spec === "string") {
    const reference = spec.trim();
    const wanted = mayRefer.test(reference) ? withoutProblem(() => readConnectionReference(reference)) : undefined;
    if (wanted && wanted.by !== "address") found.set(reference, wanted);
  } else if (typeof spec === "object" && spec !== null)
    for (const part of Object.values(spec)) referencesIn(part, found);
  return found;
}

const pick = (rows: readonly ConnectionRow[], wanted: StoredReference, namespace: string) =>
  withoutProblem(() => pickRow(rows, wanted, namespace));

function withoutProblem<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Decrypts a connection for an agent and records the use, or returns the reason why it cannot be sent. */
export async function openForAgent(
  system: Pick<System, "db" | "secrets" | "log">,
  { row, subject, refusal }: ConnectionUse,
): Promise<{ connection: SentConnection } | { refused: string }> {
  if (refusal) return { refused: [refusal.message, refusal.hint].filter(Boolean).join(" ") };
  let connection: SentConnection;
  try {
    connection = sentConnection.parse(openConnection(system.secrets, row));
  } catch (error) {
    system.log.warn({ err: error, id: row.id, name: row.name }, "a connection cannot be decrypted for an agent");
    return {
      refused: `The stored credentials of the connection ${JSON.stringify(row.name)} cannot be decrypted. Enter them again.`,
    };
  }
  await recordUse(system, { connectionId: row.id, subject, purpose: "agent" });
  return { connection };
}
