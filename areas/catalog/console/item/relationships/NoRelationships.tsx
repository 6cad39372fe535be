import { useQuery } from "@tanstack/react-query";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs } from "#console/preferences/preferences.ts";
import { Button } from "#console/widgets/Button.tsx";
import { countOf } from "#lib/text/words.ts";
import type { Item } from "../item-query.ts";
import { relatedCount } from "./related-query.ts";
import { waysOf } from "./related-url.ts";
import { defaultRelatedRequest, type useRelated } from "./use-related.ts";

const messages = {
  outgoing: "The item has no outgoing relationships.",
  incoming: "The item has no incoming relationships.",
  all: "The item has no relationships.",
};

interface NoRelationshipsProps {
  item: Item;
  related: ReturnType<typeof useRelated>;
}

/** Explains an empty graph, with a button that clears the filters or shows links of every kind. */
export function NoRelationships({ item, related: { url, change, filters } }: NoRelationshipsProps) {
  const ways = waysOf(url);
  const isAll = ways === "all" && url.relation === "soft";
  const isDeletedShown = usePreference(showDeletedConfigs);
  const all = { ...defaultRelatedRequest(item, isDeletedShown), ways: "all", isSoft: true, depth: url.depth } as const;
  const { data: count = 1 } = useQuery({ ...relatedCount(all), enabled: !isAll && filters.chips.length === 0 });
  // The count includes the item itself.
  const others = count - 1;
  if (filters.chips.length > 0)
    return (
      <>
        <p>No related item matches the filters.</p>
        <Button onClick={filters.clear}>Clear filters</Button>
      </>
    );
  return (
    <>
      <p>
        {messages[ways]}
        {!isAll && others > 0 && ` ${countOf(others, "item is", "items are")} linked in other ways.`}
      </p>
      {!isAll && (
        <Button onClick={() => void change({ outgoing: true, incoming: true, relation: "soft" })}>
          Show links of every kind
        </Button>
      )}
    </>
  );
}
