// Options for the catalog filters. There are few types and statuses, so all are loaded at once. There may be very many
// tags and labels, so only the first ones are loaded, and more are loaded when the user types.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { db, rows } from "#console/client/rows.ts";
import type { FilterOption } from "#console/widgets/filter/filter-set.ts";
import { OPTIONS_DELAY_MS, useSettled } from "#console/widgets/form/use-settled.ts";
import { printTag } from "#language/tags.ts";
import { typeLabel } from "./ConfigType.tsx";

export const MAX_OPTIONS = 500;
const SOURCES = { of: ["config_items"] } as const;

export const configTypes = rows(
  ["config_types"],
  () => db.from("config_types").select("type").order("type").limit(MAX_OPTIONS),
  SOURCES,
);

export const configStatuses = rows(
  ["config_statuses"],
  () => db.from("config_statuses").select("status").order("status").limit(MAX_OPTIONS),
  SOURCES,
);

export const changeTypes = rows(["change_types"], () =>
  db.from("change_types").select("change_type").neq("change_type", "").order("change_type").limit(MAX_OPTIONS),
);

export const analyzers = rows(["config_analysis_analyzers"], () =>
  db.from("config_analysis_analyzers").select("analyzer").order("analyzer").limit(MAX_OPTIONS),
);

export const facetKeys = rows(
  ["config_tags_labels_keys"],
  () =>
    db
      .from("config_tags_labels_keys")
      .select("key")
      .order("key")
      .limit(2 * MAX_OPTIONS),
  SOURCES,
);

const carried = (relation: "config_tags" | "config_labels", sought: string) =>
  rows(
    [relation, sought],
    () => {
      const all = db.from(relation).select("key,value").order("key").order("value").limit(MAX_OPTIONS);
      const words = sought.replaceAll(/[,()"\\*%:]/g, " ").trim();
      return words === "" ? all : all.or(words.split(/\s+/).map(contains).join(","));
    },
    SOURCES,
  );

const contains = (word: string) => `key.ilike.*${word}*,value.ilike.*${word}*`;

/** Type labels with the provider: `Pod (Kubernetes)`. */
export const typeOptions = (types: readonly { type: string }[] | undefined): readonly FilterOption[] | undefined =>
  types?.map(({ type }) => ({
    value: type,
    label: type.includes("::") ? `${typeLabel(type)} (${type.split("::", 1)[0]})` : type,
  }));

/** Tags or labels as `key:value` options, and the function to search for others. */
export function useCarried(relation: "config_tags" | "config_labels") {
  const [typed, seek] = useState("");
  const sought = useSettled(typed, OPTIONS_DELAY_MS);
  const { data } = useQuery({ ...carried(relation, sought), placeholderData: keepPreviousData });
  const options = useMemo(() => data?.map(({ key, value }) => ({ value: printTag(key, value) })), [data]);
  return { options, seek };
}
