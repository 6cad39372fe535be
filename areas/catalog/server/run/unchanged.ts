// Whether a scraper is still the one that was read: who changes it, or takes it away, ends what is done with it as it was.
import type { System } from "#server/area.ts";
import type { Secrets } from "#server/secrets.ts";
import { readIfOpens } from "#server/spec/sealed-columns.ts";

export class ScraperChanged extends Error {
  override readonly name = "ScraperChanged";
}

/** While changes are not heard of. */
const askEveryMs = 10_000;

/** Aborts with a ScraperChanged; `stop` when nobody needs it any more. */
export function whileUnchanged(
  { live, db, log, secrets }: Pick<System, "live" | "db" | "log" | "secrets">,
  { id, version }: { id: string; version: string },
): { signal: AbortSignal; stop(): void } {
  const abort = new AbortController();
  const look = async () => {
    const now = await storedVersion({ db, secrets }, id);
    if (now === version) return;
    abort.abort(
      new ScraperChanged(
        now === undefined
          ? "The scraper was deleted while it ran, so this run was ended."
          : "The scraper was changed while it ran, so this run was ended. It is run anew, unless it was paused.",
      ),
    );
  };
  const ask = () => void look().catch((error: unknown) => log.debug({ err: error }, "a scraper cannot be looked at"));
  const unheard = live.on(["config_scrapers"], ({ ids }) => {
    if (ids === null || ids.includes(id)) ask();
  });
  const timer = setInterval(() => live.connected || ask(), askEveryMs).unref();
  // It may have been changed before anybody listened.
  ask();
  return {
    signal: abort.signal,
    stop() {
      unheard();
      clearInterval(timer);
    },
  };
}

/** Differs from the version that was read when the scraper was edited; undefined when it is gone. */
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

/** Changes with the name, the spec or the credentials of a scraper. Key rotation does not change it. */
export function versionOf(secrets: Pick<Secrets, "digest" | "open">, row: Versioned): string {
  const { id, name, namespace, spec, spec_secrets: sealed } = row;
  const { originals } = readIfOpens(
    secrets,
    { table: "config_scrapers", id, column: "spec" },
    { masked: spec, sealed },
  );
  return secrets.digest(JSON.stringify([name, namespace, spec, originals]), "scraper version").toString("base64url");
}
