import { Button } from "#console/widgets/Button.tsx";
import { waysOf } from "./related-url.ts";
import type { useRelated } from "./use-related.ts";

const messages = {
  outgoing: "The item has no outgoing relationships.",
  incoming: "The item has no incoming relationships.",
  all: "The item has no relationships.",
};

/** Explains an empty graph, with a button that clears the filters or shows links of every kind. */
export function NoRelationships({ related: { url, change, filters } }: { related: ReturnType<typeof useRelated> }) {
  const ways = waysOf(url);
  const isAll = ways === "all" && url.relation === "soft";
  if (filters.chips.length > 0)
    return (
      <>
        <p>No related item matches the filters.</p>
        <Button onClick={filters.clear}>Clear filters</Button>
      </>
    );
  return (
    <>
      <p>{messages[ways]}</p>
      {!isAll && (
        <Button onClick={() => void change({ outgoing: true, incoming: true, relation: "soft" })}>
          Show links of every kind
        </Button>
      )}
    </>
  );
}
