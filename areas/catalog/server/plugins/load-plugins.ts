// Loads the plugins for the next run of a scraper. A plugin that cannot be read is left out and reported.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { maskSpec, openSpec } from "#server/spec/masked-spec.ts";
import { readIfOpens } from "#server/spec/sealed-columns.ts";
import { placedUnknownField } from "#language/unknown-fields.ts";
import { unknownFields } from "#server/spec/unknown-fields.ts";
import type { Entry } from "../spec/entry.ts";
import { pluginSpec, type PluginSpec } from "../spec/plugin.ts";

interface Named {
  id: string;
  /** The name in the form `namespace/name`. */
  name: string;
  specHash: string;
}

export interface Plugin extends Named {
  /** The rules for items, in the shape of a scraper entry. */
  words: Entry;
  retention: PluginSpec["retention"];
  /** A sentence for each unknown field. */
  unknown: readonly string[];
}

export interface BrokenPlugin extends Named {
  fault: string;
}

export interface Plugins {
  /** Plugins sorted by namespace and name. */
  whole: readonly Plugin[];
  broken: readonly BrokenPlugin[];
  /** Changes when a plugin is written, added or removed. */
  version: string;
}

export const noPlugins: Plugins = { whole: [], broken: [], version: "" };

/** Returns `known` if no plugin has changed since. */
export async function loadPlugins({ db, secrets }: Pick<System, "db" | "secrets">, known?: Plugins): Promise<Plugins> {
  const { rows } = await sql<Named & { spec: unknown; sealed: string | null; sealedHash: string }>`
    select id, namespace || '/' || name as name, spec, md5(spec::text) as "specHash",
           spec_secrets as sealed, coalesce(md5(spec_secrets), '') as "sealedHash"
    from   scrape_plugins
    where  deleted_at is null
    order  by namespace, name, id`.execute(db.system);
  const version = rows.map(({ id, specHash, sealedHash }) => `${id} ${specHash}${sealedHash}`).join(" ");
  if (known?.version === version) return known;
  const whole: Plugin[] = [];
  const broken: BrokenPlugin[] = [];
  for (const { spec, sealed, sealedHash: _, ...named } of rows) {
    // Rules may compare with a credential, so the spec is decrypted; properties added to items are masked. A spec that
    // cannot be decrypted is used in its masked form.
    const place = { table: "scrape_plugins", id: named.id, column: "spec" };
    const opened = openSpec(readIfOpens(secrets, place, { masked: spec, sealed }));
    const parsed = pluginSpec.safeParse(opened);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      broken.push({ ...named, fault: `${["spec", ...issue!.path].map(String).join(".")} ${issue!.message}` });
      continue;
    }
    const { retention, changes, relationship, locations, aliases } = parsed.data;
    const { properties } = maskSpec(pluginSpec, parsed.data).masked as PluginSpec;
    whole.push({
      ...named,
      retention,
      unknown: unknownFields(pluginSpec, spec).map((field) => placedUnknownField(field)),
      words: { properties, transform: { changes, relationship, locations, aliases } },
    });
  }
  return { whole, broken, version };
}
