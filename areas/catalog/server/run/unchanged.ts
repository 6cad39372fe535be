// Detects that a scraper was changed or deleted during its run, and ends the run.
import type { System } from "#server/area.ts";
import type { Secrets } from "#server/secrets.ts";
import { readIfOpens } from "#server/spec/sealed-columns.ts";

export class ScraperChanged extends Error {
  override readonly name = "ScraperChanged";
}

/** The polling interval while no notifications arrive. */
const pollEveryMs = 10_000;

/** The signal aborts with a ScraperChanged; call `stop` at the end of the run. */
export function whileUnchanged(
  { live, db, log, secrets }: Pick<System, "live" | "db" | "log" | "secrets">,
  { id, version }: { id: string; version: string },
): { signal: AbortSignal; stop(): void } {
  const abort = new AbortController();
  const compare = async () => {
    const now = await storedVersion({ db, secrets }, id);
    if (now === version) return;
    abort.abort(
      new ScraperChanged(
        now === undefined
          ? "The scraper was deleted while it ran, so this run was ended."
          : "The scraper was changed while it ran, so this run was ended. It runs again unless it was paused.",
      ),
    );
  };
  const check = () =>
    void compare().catch((error: unknown) => log.debug({ err: error }, "cannot read the version of a scraper"));
  const unsubscribe = live.on(["config_scrapers"], ({ ids }) => {
    if (ids === null || ids.includes(id)) check();
  });
  const timer = setInterval(() => live.connected || check(), pollEveryMs).unref();
  // The scraper may have changed before the subscription started.
  check();
  return {
    signal: abort.signal,
    stop() {
      unsubscribe();
      clearInterval(timer);
    },
  };
}

/** Returns the version in the database; undefined if the scraper is deleted. */
export async function storedVersion(
  { db, secrets }: Pick<System, "db" | "secrets">,
  id: string,
): Promise<string | undefined> {
  const row = await db.system
    .selectFrom("config_scrapers")
    .select(["id", "name", "namespace", "spec", "spec_secrets"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row && versionOf(secrets, row);
}

interface Versioned {
  id: string;
  name: string;
  namespace: string | null;
  spec: unknown;
  spec_secrets: string | null;
}

/** The version changes with the name, the spec or the credentials of a scraper, but not with key rotation. */
export function versionOf(secrets: Pick<Secrets, "digest" | "open">, row: Versioned): string {
  const { id, name, namespace, spec, spec_secrets: sealed } = row;
  const { originals } = readIfOpens(
    secrets,
    { table: "config_scrapers", id, column: "spec" },
    { masked: spec, sealed },
  );
  return secrets.digest(JSON.stringify([name, namespace, spec, originals]), "scraper version").toString("base64url");
}
