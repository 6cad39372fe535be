import { Button } from "#console/widgets/Button.tsx";
import { waysOf } from "./related-url.ts";
import type { useRelated } from "./use-related.ts";

const words = {
  outgoing: "Nothing that is known is a part of it, or follows from it.",
  incoming: "It is a part of nothing that is known.",
  all: "Nothing that is known is linked to it.",
};

/** Why nothing is around an item, and one press that looks at everything that could be. */
export function Alone({ related: { url, change, filters } }: { related: ReturnType<typeof useRelated> }) {
  const ways = waysOf(url);
  const isAll = ways === "all" && url.relation === "soft";
  if (filters.chips.length > 0)
    return (
      <>
        <p>Nothing around it matches the filters.</p>
        <Button onClick={filters.clear}>Clear filters</Button>
      </>
    );
  return (
    <>
      <p>{words[ways]}</p>
      {!isAll && (
        <Button onClick={() => void change({ outgoing: true, incoming: true, relation: "soft" })}>
          Show links of every kind
        </Button>
      )}
    </>
  );
}
