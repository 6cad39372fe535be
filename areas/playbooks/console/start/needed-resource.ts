// The resource of a run: its kind comes from the playbook's selectors, and each kind has a field in requests.
import { resourceKinds, type ResourceKind } from "../../model.ts";
import type { ShownSpec } from "../parts/playbooks-query.ts";

export interface ChosenResource {
  kind: ResourceKind;
  id: string;
}

const selectors = { config: "configs", component: "components", check: "checks" } as const;

/** The kind of resource that a person has to choose; undefined if the playbook does not need a resource. */
export const neededKind = (spec: ShownSpec): ResourceKind | undefined =>
  resourceKinds.find((kind) => (spec[selectors[kind]] ?? []).length > 0);

export const selectorsFor = (spec: ShownSpec, kind: ResourceKind) => spec[selectors[kind]] ?? [];

export const resourceLabels: Readonly<Record<ResourceKind, string>> = {
  config: "Catalog Item",
  component: "Component",
  check: "Check",
};

/** The field of the resource in requests: `{ config_id: "…" }`. */
export const resourceField = (resource: ChosenResource | undefined): Partial<Record<`${ResourceKind}_id`, string>> =>
  resource ? { [`${resource.kind}_id`]: resource.id } : {};

/** The resource of a run or of a URL. */
export function resourceIn(row: {
  readonly [Field in `${ResourceKind}_id`]?: string | null | undefined;
}): ChosenResource | undefined {
  const kind = resourceKinds.find((each) => Boolean(row[`${each}_id`]));
  return kind && { kind, id: row[`${kind}_id`]! };
}

/** The prefilled parameters in a URL: `params.namespace=shop`. */
export const prefilled = (search: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      name.startsWith("params.") && typeof value === "string" ? [[name.slice("params.".length), value]] : [],
    ),
  );

/** The parameters of an earlier run, without secrets, because their values are not readable. */
export const repeated = (parameters: unknown): Readonly<Record<string, string>> =>
  typeof parameters === "object" && parameters !== null
    ? Object.fromEntries(
        Object.entries(parameters).flatMap(([name, value]) =>
          typeof value === "string" && value !== "***" ? [[name, value]] : [],
        ),
      )
    : {};
