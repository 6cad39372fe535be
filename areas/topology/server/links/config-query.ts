// Converts a config query to a resource selector: older manifests have fields of their own.
import type { ResourceSelector } from "#language/resource-selector.ts";
import type { ConfigQuery } from "../spec.ts";

export function toResourceSelector({
  type,
  class: configClass,
  external_id,
  tags,
  ...selector
}: ConfigQuery): ResourceSelector {
  const fields = [
    ...(selector.fieldSelector?.trim() ? [selector.fieldSelector] : []),
    ...(configClass ? [`config_class=${configClass}`] : []),
    ...(external_id ? [`external_id=${external_id}`] : []),
  ];
  const tagged = [
    ...(selector.tagSelector?.trim() ? [selector.tagSelector] : []),
    ...Object.entries(tags ?? {}).map(([key, value]) => `${key} in (${value})`),
  ];
  return {
    ...selector,
    ...(type && { types: [...(selector.types ?? []), type] }),
    ...(fields.length > 0 && { fieldSelector: fields.join(",") }),
    ...(tagged.length > 0 && { tagSelector: tagged.join(",") }),
  };
}
