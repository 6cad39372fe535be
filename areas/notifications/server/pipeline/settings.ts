// The properties that operators set for notifications, kept in memory and read again when a property changes.
import { sql } from "kysely";
import { parseDuration } from "#lib/time/duration.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#lib/time/zoned-time.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";

export interface Settings {
  /** The number of messages that a rule sends to one recipient within the window; further messages become a digest. */
  maxMessages: number;
  windowMs: number;
  /** The delay of the first digest after the limit was exceeded. */
  digestMs: number;
  /** Repeats of a message that is not sent are counted in one row within this time. */
  dedupMs: number;
  groupMs: number;
  /** A rule whose filter failed is tried again after this time. */
  errorResetMs: number;
  /** The number of retries of a failed delivery. */
  maxRetries: number;
  /** The delay before the first retry; each following delay is four times as long. */
  retryMs: number;
  /** The longest delay before a retry. */
  maxRetryMs: number;
  /** The number of concurrent deliveries per connection. */
  concurrency: number;
  /** The number of deliveries per second and connection. */
  rate: number;
}

export const defaultSettings: Settings = {
  maxMessages: 50,
  windowMs: 4 * HOUR,
  digestMs: 5 * MINUTE,
  dedupMs: DAY,
  groupMs: DAY,
  errorResetMs: HOUR,
  maxRetries: 4,
  retryMs: 5 * SECOND,
  maxRetryMs: HOUR,
  concurrency: 16,
  rate: 2_000,
};

type Read = (text: string) => number;

const count: Read = (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN);
const span: Read = (text) => (problemOf(() => parseDuration(text)) === undefined ? parseDuration(text) : Number.NaN);

const properties: Readonly<Record<string, readonly [setting: keyof Settings, read: Read]>> = {
  "notifications.max.count": ["maxMessages", count],
  "notifications.max.window": ["windowMs", span],
  "notifications.digest.delay": ["digestMs", span],
  "notifications.dedup.window": ["dedupMs", span],
  "notifications.group_by_interval": ["groupMs", span],
  "notifications.error_reset_duration": ["errorResetMs", span],
  "notification.max-retries": ["maxRetries", count],
  "notifications.retry.delay": ["retryMs", span],
  "notifications.retry.max.delay": ["maxRetryMs", span],
  "notifications.delivery.concurrency": ["concurrency", count],
  "notifications.delivery.rate": ["rate", count],
};

export interface SettingsReader {
  readonly current: Settings;
  stop(): void;
}

export async function readSettings({ db, live, log }: Pick<System, "db" | "live" | "log">): Promise<SettingsReader> {
  let current = defaultSettings;

  async function read(): Promise<void> {
    const { rows } = await sql<{ name: string; value: string }>`
      select name, value from properties_in_force where name = any (${Object.keys(properties)})`.execute(db.system);
    const found: Partial<Settings> = {};
    for (const { name, value } of rows) {
      const [setting, parse] = properties[name]!;
      const parsed = parse(value.trim());
      if (Number.isNaN(parsed))
        log.warn({ property: name, value }, "the property is ignored, because it cannot be read");
      else found[setting] = parsed;
    }
    current = { ...defaultSettings, ...found };
  }

  const stop = live.on(["properties", "local_properties"], () => {
    // The last known values stay in force while the database cannot be reached.
    read().catch((error: unknown) => log.debug({ err: error }, "the notification settings cannot be read"));
  });
  await read();
  return {
    get current() {
      return current;
    },
    stop,
  };
}
