import { useLocation } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { Graph } from "#console/widgets/graph/Graph.tsx";
import type { GraphDirection, GraphNode } from "#console/widgets/graph/graph.ts";
import { useMedia } from "#console/widgets/use-media.ts";
import { configPath } from "../../parts/config-path.ts";
import { ConfigTypeIcon, typeLabel } from "../../parts/ConfigType.tsx";
import type { Item } from "../item-query.ts";
import { NoRelationships } from "./NoRelationships.tsx";
import { RelatedCard } from "./RelatedCard.tsx";
import { relatedGraph } from "./related-graph.ts";
import type { useRelated } from "./use-related.ts";

interface RelatedGraphProps {
  item: Item;
  related: ReturnType<typeof useRelated>;
}

/** The related items of an item as a graph. */
export function RelatedGraph({ item, related }: RelatedGraphProps) {
  const { id, name, tags } = item;
  const { url, change, found, shown, hidden } = related;
  const isNarrow = useMedia("(width < 50rem)");
  const fitKey = useFitKey(related);
  // The links to other items keep the settings of the graph.
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const graph = useMemo(
    () => shown && relatedGraph(shown, { id, hrefOf: (to) => `${configPath(to)}/relationships${search}` }),
    [shown, id, search],
  );
  const byId = useMemo(() => new Map(shown?.map((row) => [row.id, row])), [shown]);
  const draw = useCallback(
    (node: GraphNode, tabIndex: 0 | -1) => {
      const row = byId.get(node.id);
      return row && <RelatedCard related={row} home={tags} href={node.href ?? ""} tabIndex={tabIndex} />;
    },
    [byId, tags],
  );
  return (
    <Graph
      label={`Relationships of ${name}. The table lists the same items.`}
      nodes={graph?.nodes}
      edges={graph?.edges ?? []}
      root={id}
      error={found.error}
      retry={() => void found.refetch()}
      empty={<NoRelationships item={item} related={related} />}
      draw={draw}
      drawKind={drawKind}
      nameKind={typeLabel}
      directions={url.direction === "" ? (isNarrow ? NARROW : WIDE) : [url.direction]}
      line={url.lines}
      onDirection={(direction) => void change({ direction }, { replace: true })}
      onLine={(lines) => void change({ lines }, { replace: true })}
      edgeNote={url.relation === "soft" ? SOFT_EDGES : HARD_EDGES}
      fitKey={fitKey}
      size={CARD}
      more={hidden}
    />
  );
}

/** Wide enough for the name of a pod. */
const CARD = { width: 256, height: 72 };
const HARD_EDGES = "Arrows point from an item to its parts.";
const SOFT_EDGES = "Arrows point from an item to its parts and to the items that it is linked to.";
const WIDE: readonly GraphDirection[] = ["horizontal", "vertical"];
const NARROW: readonly GraphDirection[] = ["indented"];

/** Changes when the filters change and the new items have loaded. */
function useFitKey({ url, filters, found }: RelatedGraphProps["related"]) {
  const { outgoing, incoming, relation, depth } = url;
  const request = JSON.stringify([
    outgoing,
    incoming,
    relation,
    depth,
    filters.chips.map(({ filter, text, state }) => [filter, text, state]),
  ]);
  const [shown, setShown] = useState(request);
  if (!found.isPlaceholderData && shown !== request) setShown(request);
  return shown;
}

const drawKind = (type: string) => (
  <>
    <ConfigTypeIcon type={type} />
    <span title={type} className="truncate">
      {typeLabel(type)}
    </span>
  </>
);
