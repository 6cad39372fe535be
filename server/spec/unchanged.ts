// Detects that a resource was changed or deleted during its run, and stops the run.
import { sql, type RawBuilder } from "kysely";
import type { System } from "../area.ts";
import type { Databases, Tx } from "../db/pool.ts";
import type { Secrets } from "../secrets.ts";
import { readIfOpens } from "./sealed-columns.ts";

export class ResourceChanged extends Error {
  override readonly name = "ResourceChanged";
}

/** A table with `name`, `namespace`, `spec` and `spec_secrets`, and the name of its resources in messages. */
export interface RunTable {
  table: "config_scrapers" | "topologies";
  noun: string;
}

/** The polling interval while no notifications arrive. */
const pollEveryMs = 10_000;

/** The signal aborts with a ResourceChanged; call `stop` at the end of the run. */
export function whileUnchanged(
  { live, db, log, secrets }: Pick<System, "live" | "db" | "log" | "secrets">,
  { table, noun }: RunTable,
  { id, version }: { id: string; version: string },
): { signal: AbortSignal; stop(): void } {
  const abort = new AbortController();
  const compare = async () => {
    const now = await readVersion(db.system, secrets, { table, id });
    if (now !== version) abort.abort(changed(noun, now));
  };
  const check = () =>
    void compare().catch((error: unknown) => log.debug({ err: error }, `cannot read the version of a ${noun}`));
  const unsubscribe = live.on([table], ({ ids }) => {
    if (ids === null || ids.includes(id)) check();
  });
  const timer = setInterval(() => live.connected || check(), pollEveryMs).unref();
  // The resource may have changed before the subscription started.
  check();
  return {
    signal: abort.signal,
    stop() {
      unsubscribe();
      clearInterval(timer);
    },
  };
}

const changed = (noun: string, now: string | undefined) =>
  new ResourceChanged(
    now === undefined
      ? `The ${noun} was deleted while it ran, so this run was stopped.`
      : `The ${noun} was changed while it ran, so this run was stopped. It runs again unless it was paused.`,
  );

/**
 * Called first in the transaction that saves the result of a run: throws a ResourceChanged if the resource was changed
 * or deleted. Until the transaction ends, the resource cannot change, so a deletion finds everything that the run
 * saved.
 */
export async function lockUnchanged(
  tx: Tx,
  secrets: Secrets,
  { table, noun }: RunTable,
  { id, version }: { id: string; version: string },
): Promise<void> {
  const now = await readVersion(tx, secrets, { table, id, lock: sql`for share` });
  if (now !== version) throw changed(noun, now);
}

/** Returns the version in the database; undefined if the resource is deleted. */
async function readVersion(
  db: Databases["system"],
  secrets: Secrets,
  { table, id, lock = sql`` }: { table: RunTable["table"]; id: string; lock?: RawBuilder<unknown> },
): Promise<string | undefined> {
  const { rows } = await sql<Versioned>`
    select id, name, namespace, spec, spec_secrets
    from   ${sql.table(table)}
    where  id = ${id} and deleted_at is null
    ${lock}`.execute(db);
  return rows[0] && versionOf(secrets, table, rows[0]);
}

interface Versioned {
  id: string;
  name: string;
  namespace: string | null;
  spec: unknown;
  spec_secrets: string | null;
}

/** The version changes with the name, the spec or the credentials of a resource, but not with key rotation. */
export function versionOf(
  secrets: Pick<Secrets, "digest" | "open">,
  table: RunTable["table"],
  { id, name, namespace, spec, spec_secrets: sealed }: Versioned,
): string {
  const { originals } = readIfOpens(secrets, { table, id, column: "spec" }, { masked: spec, sealed });
  return secrets.digest(JSON.stringify([name, namespace, spec, originals]), "resource version").toString("base64url");
}
