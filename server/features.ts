// The enabled features of a process, from the effective properties. They are cached until a property changes; while
// this process receives no notifications about changes, it reads them each time.
import { sql } from "kysely";
import { features, isFeatureEnabled, type Feature, type Property } from "#language/features.ts";
import { Problem } from "#language/problem.ts";
import type { Databases } from "./db/pool.ts";
import type { Live } from "./live.ts";

export interface Features {
  /** Returns synchronously while the properties are cached. */
  isEnabled(feature: Feature): boolean | Promise<boolean>;
  /** The disabled features. */
  off(): ReadonlySet<Feature> | Promise<ReadonlySet<Feature>>;
  /** Throws a Problem that contains the disabled feature and explains how to enable it. */
  require(feature: Feature | undefined, what: string): void | Promise<void>;
}

export function createFeatures({ db, live }: { db: Databases; live: Pick<Live, "on" | "connected"> }): Features {
  let known: readonly Property[] | undefined;
  let generation = 0;
  let isListening = false;

  async function read(): Promise<readonly Property[]> {
    // The subscription starts on first use.
    if (!isListening)
      live.on(["properties", "local_properties"], () => {
        known = undefined;
        generation += 1;
      });
    isListening = true;
    const started = generation;
    const { rows } = await sql<Property>`
      select name, value from properties_in_force where name like '%.disable'`.execute(db.system);
    if (live.connected && started === generation) known = rows;
    return rows;
  }

  const isEnabled = (feature: Feature) =>
    known !== undefined && live.connected
      ? isFeatureEnabled(feature, known)
      : read().then((properties) => isFeatureEnabled(feature, properties));

  const disabled = (properties: readonly Property[]) =>
    new Set(features.filter((feature) => !isFeatureEnabled(feature, properties)));
  // The result is cached together with the properties it was computed from, which rarely change.
  let cached: { properties: readonly Property[]; off: ReadonlySet<Feature> } | undefined;

  return {
    isEnabled,
    off() {
      if (known === undefined || !live.connected) return read().then(disabled);
      if (cached?.properties !== known) cached = { properties: known, off: disabled(known) };
      return cached.off;
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
  new Problem("not_found", `The feature ${feature} is switched off, so ${what} is not available.`, {
    code: "QD404",
    hint: `To switch it on, remove the property ${feature}.disable or set it to false; this needs permission to write feature flags.`,
    parts: { feature },
  });
