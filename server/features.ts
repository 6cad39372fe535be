// Which features are on, as every process knows it: from the properties that hold, read anew when they change, whoever changed
// them. While this process does not hear of changes, it asks each time.
import { sql } from "kysely";
import { features, isFeatureEnabled, type Feature, type Property } from "#language/features.ts";
import { Problem } from "#language/problem.ts";
import type { Databases } from "./db/pool.ts";
import type { Live } from "./live.ts";

export interface Features {
  /** Without waiting while the answer is known. */
  isEnabled(feature: Feature): boolean | Promise<boolean>;
  /** Those that are off. */
  off(): ReadonlySet<Feature> | Promise<ReadonlySet<Feature>>;
  /** Throws the Problem that says what is switched off, and how to get it back. */
  require(feature: Feature | undefined, what: string): void | Promise<void>;
}

export function createFeatures({ db, live }: { db: Databases; live: Pick<Live, "on" | "connected"> }): Features {
  let known: readonly Property[] | undefined;
  let generation = 0;
  let isListening = false;

  async function read(): Promise<readonly Property[]> {
    // Nobody listens before somebody asks.
    if (!isListening)
      live.on(["properties", "local_properties"], () => {
        known = undefined;
        generation += 1;
      });
    isListening = true;
    const asked = generation;
    const { rows } = await sql<Property>`
      select name, value from properties_in_force where name like '%.disable'`.execute(db.system);
    if (live.connected && asked === generation) known = rows;
    return rows;
  }

  const isEnabled = (feature: Feature) =>
    known !== undefined && live.connected
      ? isFeatureEnabled(feature, known)
      : read().then((properties) => isFeatureEnabled(feature, properties));

  const disabled = (properties: readonly Property[]) =>
    new Set(features.filter((feature) => !isFeatureEnabled(feature, properties)));
  // Of the properties they were found in, which hardly ever change.
  let found: { of: readonly Property[]; off: ReadonlySet<Feature> } | undefined;

  return {
    isEnabled,
    off() {
      if (known === undefined || !live.connected) return read().then(disabled);
      if (found?.of !== known) found = { of: known, off: disabled(known) };
      return found.off;
    },
    require(feature, what) {
      if (feature === undefined) return;
      const judge = (isOn: boolean) => {
        if (!isOn) throw switchedOff(feature, what);
      };
      const enabled = isEnabled(feature);
      return typeof enabled === "boolean" ? judge(enabled) : enabled.then(judge);
    },
  };
}

export const switchedOff = (feature: Feature, what: string) =>
  new Problem("not_found", `The feature ${feature} is switched off, so ${what} is not served.`, {
    code: "QD404",
    hint: `Somebody who may write feature flags can switch it on: remove the property ${feature}.disable, or set it to false.`,
    parts: { feature },
  });
