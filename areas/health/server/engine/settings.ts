// What properties say about running checks: kinds that are switched off, how many run at once, and how much is kept of what
// they say. Known without waiting: read when the engine starts, when a property changes, and now and then.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { Live } from "#server/live.ts";
import type { Log } from "#server/log.ts";
import { boundTexts, usualBounds } from "./bounds.ts";
import type { Limits } from "./caps.ts";

export interface Settings {
  /** Why checks of this type are not run here; undefined when they are. */
  whyOff(type: string): string | undefined;
  limits: Limits;
  /** Once what holds was read for the first time. */
  ready(): Promise<void>;
  stop(): void;
}

interface SettingsOptions {
  db: () => Kysely<DB>;
  live: Pick<Live, "on">;
  log: Log;
  usual: Limits;
}

const offPrefix = "check.disabled.";
const mostPrefix = "check.concurrency.";
const wholeNumber = /^[1-9]\d{0,8}$/;
const againMs = 5 * 60_000;

export function createSettings({ db, live, log, usual }: SettingsOptions): Settings {
  let known: ReadonlyMap<string, string> = new Map();
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const { rows } = await sql<{ name: string; value: string }>`
      select name, value
      from   properties_in_force
      where  name like 'check.disabled.%' or name like 'check.concurrency.%' or name like 'canary.status.max.%'`.execute(
      db(),
    );
    known = new Map(rows.map(({ name, value }) => [name, value.trim()]));
    for (const [name, value] of known)
      if (!name.startsWith(offPrefix) && !wholeNumber.test(value))
        log.warn({ property: name, value }, "a property is to be a whole number, and is not heeded");
    boundTexts({
      message: most("canary.status.max.message", usualBounds.message),
      error: most("canary.status.max.error", usualBounds.error),
    });
  }

  function most(name: string, otherwise: number): number {
    const value = known.get(name) ?? "";
    return wholeNumber.test(value) ? Number(value) : otherwise;
  }

  // While the database is away, what was known holds.
  const refresh = () => {
    reading = read().catch((error: unknown) => log.debug({ err: error }, "the settings of checks cannot be read"));
  };
  const stopListening = live.on(["properties", "local_properties"], refresh);
  const timer = setInterval(refresh, againMs).unref();

  return {
    whyOff: (type) =>
      known.get(offPrefix + type) === "true"
        ? `Checks of the type ${type} are switched off here: the property ${offPrefix}${type} says so.`
        : undefined,
    limits: {
      get total() {
        return most(`${mostPrefix}total`, usual.total);
      },
      get perHost() {
        return most(`${mostPrefix}host`, usual.perHost);
      },
      ofType: (type) => most(`${mostPrefix}type.${type}`, usual.ofType(type)),
    },
    ready() {
      if (!reading) refresh();
      return reading!;
    },
    stop() {
      stopListening();
      clearInterval(timer);
    },
  };
}
