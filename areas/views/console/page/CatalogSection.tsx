import { useHasPage } from "#console/shell/registry.ts";
import { printSearch } from "#console/url/search.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { titleOf } from "#lib/text/words.ts";
import type { ViewSection } from "../../contract.ts";
import { wordsOf } from "../values/figures.ts";

/**
 * The catalog lists that a section can link to. A spec can also name the lists access and accessLogs, which do not
 * exist here.
 */
const lists = {
  configs: { path: "/catalog", title: "Show the configs" },
  changes: { path: "/catalog/changes", title: "Show the changes" },
} as const;

/** Maps the filter names in specs to the URL parameters of the lists. */
const names: Readonly<Record<string, string>> = {
  types: "configType",
  type: "configType",
  statuses: "status",
  tagSelector: "tags",
  labelSelector: "labels",
  from: "from",
};

/** A section that links to a catalog list and sets its filters. */
export function CatalogSection({ section: { type, uiRef } }: { section: ViewSection }) {
  const list = type === "configs" || type === "changes" ? lists[type] : undefined;
  const hasList = useHasPage(list?.path ?? "");
  const filters = Object.entries(uiRef?.[type] ?? {}).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.map(wordsOf).filter(Boolean).join(",") : wordsOf(value);
    return text ? [[name, text] as const] : [];
  });
  if (!list || !hasList) return <p className="text-muted">This installation has no page for this list.</p>;
  const search = Object.fromEntries(
    filters.map(([name, text]) => [Object.hasOwn(names, name) ? names[name]! : name, text]),
  );
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <AddressLink href={`${list.path}${printSearch(search)}`} className="text-link hover:underline">
        {list.title}
      </AddressLink>
      <span className="text-muted">{filters.map(([name, text]) => `${titleOf(name)}: ${text}`).join(", ")}</span>
    </p>
  );
}
