// Whether a scraper is still the one that was read: who changes it, or takes it away, ends what is done with it as it was.
import { sql } from "kysely";
import type { System } from "#server/area.ts";

export class ScraperChanged extends Error {
  override readonly name = "ScraperChanged";
}

/** While changes are not heard of. */
const askEveryMs = 10_000;

/** Aborts with a ScraperChanged; `stop` when nobody needs it any more. */
export function whileUnchanged(
  { live, db, log }: Pick<System, "live" | "db" | "log">,
  { id, version }: { id: string; version: string },
): { signal: AbortSignal; stop(): void } {
  const abort = new AbortController();
  const look = async () => {
    const now = await versionOf({ db }, id);
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

/** What it is run by: another one when the scraper was edited, undefined when it is gone. */
export async function versionOf({ db }: Pick<System, "db">, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select ${version} as version from config_scrapers s where s.id = ${id} and s.deleted_at is null`.execute(db.system);
  return rows[0]?.version;
}

export const version = sql<string>`md5(s.spec::text || s.name || coalesce(s.namespace, ''))`;
