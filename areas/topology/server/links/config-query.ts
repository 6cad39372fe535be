// Converts a config query to a resource selector. Older manifests use different fields.
import { labelMatches } from "#lib/selector/label-selector.ts";
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
    ...textIn(selector.fieldSelector),
    ...(configClass ? [labelMatches("config_class", configClass)] : []),
    ...(external_id ? [labelMatches("external_id", external_id)] : []),
  ];
  const tagged = [
    ...textIn(selector.tagSelector),
    ...Object.entries(tags ?? {}).map(([key, value]) => labelMatches(key, value)),
  ];
  return {
    ...selector,
    ...(type && { types: [...(selector.types ?? []), type] }),
    ...(fields.length > 0 && { fieldSelector: fields.join(",") }),
    ...(tagged.length > 0 && { tagSelector: tagged.join(",") }),
  };
}

/** Stored queries are not validated; a value that is not a string is refused when the selector is parsed. */
const textIn = (written: unknown) => (typeof written === "string" && written.trim() !== "" ? [written] : []);
