// The properties with which operators configure playbooks.
import { sql, type Kysely } from "kysely";
import { parseMemory } from "#lib/text/quantity.ts";
import { parseDuration } from "#lib/time/duration.ts";
import type { DB } from "#server/db/tables.ts";

export interface PlaybookSettings {
  /** The default time limit of runs. */
  timeoutMs: number;
  /** The maximum size of the stored output of an action. */
  maxLogBytes: number;
  /** Triggers start at most one run per playbook and resource within this time. */
  triggerWindowMs: number;
}

const readers = {
  "playbook.run.timeout": ["timeoutMs", parseDuration],
  "playbook.log.max": ["maxLogBytes", (text: string) => parseMemory(text.replace(/B$/i, ""))],
  "playbook.trigger.window": ["triggerWindowMs", parseDuration],
} as const;

export const defaultSettings: PlaybookSettings = {
  timeoutMs: 30 * 60_000,
  maxLogBytes: 100 * 1024 * 1024,
  triggerWindowMs: 5 * 60_000,
};

/** Invalid values are ignored. */
export async function readSettings(db: Kysely<DB>): Promise<PlaybookSettings> {
  const { rows } = await sql<{ name: keyof typeof readers; value: string }>`
    select name, value from properties_in_force where name = any (${Object.keys(readers)})`.execute(db);
  const settings = { ...defaultSettings };
  for (const { name, value } of rows) {
    const [setting, read] = readers[name];
    try {
      const found = read(value.trim());
      if (Number.isFinite(found) && found >= 0) settings[setting] = found;
    } catch {
      // An invalid value is ignored, so the default applies.
    }
  }
  return settings;
}
