import { useMemo } from "react";
import { http } from "#console/client/http.ts";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import type { ResourceKind } from "#language/field-marks.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";
import { parseSelector } from "#lib/selector/selector.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { FieldProps } from "../Field.tsx";
import type { Option, OptionSource } from "../option-source.ts";
import { type FoundResource, hintOf, searchBody, searchById } from "../resource-search.ts";
import { RESOURCES_DELAY_MS } from "../use-settled.ts";
import { AsyncSelectField } from "./AsyncSelectField.tsx";

interface ResourceFieldProps extends FieldProps<string> {
  kind: ResourceKind;
  /** Offers only resources that match one of these selectors. */
  filter?: readonly ResourceSelector[] | undefined;
}

const HELP = "Filter the list using queries e.g: name=grafana type=Kubernetes::Deployment or health=healthy,unhealthy";

/** A resource found by name or by a query; the value is its id. */
export function ResourceField({ kind, filter, ...field }: ResourceFieldProps) {
  const source = useMemo(() => sourceOf(kind, filter), [kind, filter]);
  return (
    <AsyncSelectField {...field} help={field.help ?? HELP} source={source} delayMs={RESOURCES_DELAY_MS} isSearchOnly />
  );
}

function sourceOf(kind: ResourceKind, filter: readonly ResourceSelector[] | undefined): OptionSource {
  const search = async (body: object, signal: AbortSignal) => {
    const answer = await http<Partial<Record<ResourceKind, FoundResource[]>>>("POST", "/api/resources/search", {
      body,
      signal,
    });
    return (answer[kind] ?? []).map(optionOf);
  };
  return {
    key: ["resources", kind, filter ?? []],
    find: (text, signal) => search(searchBody({ kind, filter }, text), signal),
    get: async (id, signal) => (await search(searchById(kind, id), signal))[0],
    refuse: (text) => problemOf(() => parseSelector(text)),
  };
}

const optionOf = (found: FoundResource): Option => ({
  value: found.id,
  label: found.name,
  hint: hintOf(found),
  picture: <TechnologyIcon name={found.icon} secondary={found.type} />,
});
