// Checks specs against the schemas of this version, for every table whose rows are a kind of resource. A field that a
// new version adds is no longer reported after the upgrade, even if the resource is not saved again.
import type { UnknownField } from "#language/unknown-fields.ts";
import type { Kind } from "../kinds.ts";
import { unknownFields } from "./unknown-fields.ts";

export interface Specs {
  tables: readonly string[];
  /** Returns the unknown fields; empty for a table without a schema. */
  unknownIn(table: string, spec: unknown): readonly UnknownField[];
}

export function createSpecs(areas: readonly { kinds?: readonly Kind[] }[]): Specs {
  const all = areas.flatMap(({ kinds = [] }) => kinds);
  const kinds = new Map(all.filter(({ family }) => family === "resource").map((kind) => [kind.type, kind]));
  return {
    tables: [...kinds.keys()],
    unknownIn(table, spec) {
      const kind = kinds.get(table);
      if (!kind) return [];
      return unknownFields(kind.spec, spec).map((field) => {
        const entry = kind.entryAt?.(spec, field.path);
        return { ...field, ...(entry && { entry }) };
      });
    },
  };
}
