// Properties for running checks: disabled kinds, concurrency limits, and size limits for stored strings. The properties
// are kept in memory, and are read when the engine starts, when a property changes, and every few minutes.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { Live } from "#server/live.ts";
import type { Log } from "#server/log.ts";
import { boundTexts, defaultBounds } from "../run/clean-result.ts";
import type { Limits } from "./concurrency.ts";

export interface Settings {
  /** Why checks of this type are disabled; undefined if they are enabled. */
  whyOff(type: string): string | undefined;
  limits: Limits;
  /** Resolves after the properties were read for the first time. */
  ready(): Promise<void>;
  stop(): void;
}

interface SettingsOptions {
  db: () => Kysely<DB>;
  live: Pick<Live, "on">;
  log: Log;
  defaults: Limits;
}

const offPrefix = "check.disabled.";
const concurrencyPrefix = "check.concurrency.";
const wholeNumber = /^[1-9]\d{0,8}$/;
const againMs = 5 * 60_000;

export function createSettings({ db, live, log, defaults }: SettingsOptions): Settings {
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
        log.warn({ property: name, value }, "the property is ignored: its value must be a positive whole number");
    boundTexts({
      message: numberOr("canary.status.max.message", defaultBounds.message),
      error: numberOr("canary.status.max.error", defaultBounds.error),
    });
  }

  function numberOr(name: string, fallback: number): number {
    const value = known.get(name) ?? "";
    return wholeNumber.test(value) ? Number(value) : fallback;
  }

  // While the database cannot be reached, the last known values are used.
  const refresh = () => {
    reading = read().catch((error: unknown) => log.debug({ err: error }, "the settings of checks cannot be read"));
  };
  const stopListening = live.on(["properties", "local_properties"], refresh);
  const timer = setInterval(refresh, againMs).unref();

  return {
    whyOff: (type) =>
      known.get(offPrefix + type) === "true"
        ? `Checks of the type ${type} are disabled by the property ${offPrefix}${type}.`
        : undefined,
    limits: {
      get total() {
        return numberOr(`${concurrencyPrefix}total`, defaults.total);
      },
      get perHost() {
        return numberOr(`${concurrencyPrefix}host`, defaults.perHost);
      },
      perType: (type) => numberOr(`${concurrencyPrefix}type.${type}`, defaults.perType(type)),
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
