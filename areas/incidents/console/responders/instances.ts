// The instances of Jira and Microsoft Planner in the catalog. The document of an instance lists its projects or plans.
import { useQuery } from "@tanstack/react-query";
import { http } from "#console/client/http.ts";
import type { SelectOption } from "#console/widgets/form/fields/SelectField.tsx";
import type { Json } from "#language/columns.ts";

export interface Instance {
  id: string;
  name: string;
  external_id: readonly string[] | null;
  config: Json;
}

export type Choices = Readonly<Record<string, readonly SelectOption<string>[]>>;

const MAX_INSTANCES = 50;

/** The items of the catalog with this type; none for a type without instances. */
export const useInstances = (type: "jira" | "ms_planner" | undefined) =>
  useQuery({
    queryKey: ["config_items", "responder instances", type ?? ""],
    queryFn: ({ signal }) =>
      http<readonly Instance[]>("GET", "/api/db/config_items", {
        query: {
          select: "id,name,external_id,config",
          type: `ilike.${type}`,
          deleted_at: "is.null",
          order: "name.asc",
          limit: MAX_INSTANCES,
        },
        signal,
      }),
    enabled: type !== undefined,
    retry: false,
  });

/** An instance belongs to the team if one of its external ids contains the id of the team. */
export const instanceOf = (instances: readonly Instance[], teamId: string | undefined) =>
  teamId === undefined ? undefined : instances.find(({ external_id: ids }) => ids?.some((id) => id.includes(teamId)));

/** For each field: the path of the options in the instance document, and the keys of the option value and label. */
const places: Readonly<Record<string, { list: string; value: readonly string[]; label: readonly string[] }>> = {
  project: { list: "projects", value: ["key", "name"], label: ["name", "key"] },
  issueType: { list: "issueTypes", value: ["name"], label: ["name"] },
  priority: { list: "priorities", value: ["name", "id"], label: ["name", "id"] },
  plan_id: { list: "plans", value: ["id"], label: ["title", "name", "id"] },
  bucket_id: { list: "buckets", value: ["id"], label: ["name", "id"] },
};

type Fields = Readonly<Record<string, Json | undefined>>;

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (entry: Json, keys: readonly string[]): string | undefined => {
  if (typeof entry === "string") return entry;
  if (!isFields(entry)) return undefined;
  const found = keys.map((key) => entry[key]).find((text) => typeof text === "string" || typeof text === "number");
  return found === undefined ? undefined : String(found);
};

/** The choices in the document of an instance. */
export function choicesIn(config: Json): Choices {
  if (!isFields(config)) return {};
  return Object.fromEntries(
    Object.entries(places).map(([field, { list, value, label }]) => {
      const entries = config[list];
      const options = (Array.isArray(entries) ? (entries as readonly Json[]) : []).flatMap((entry) => {
        const found = textOf(entry, value);
        return found === undefined ? [] : [{ value: found, label: textOf(entry, label) ?? found }];
      });
      return [field, options];
    }),
  );
}
