import { type ReactNode, useCallback, useMemo, useState } from "react";
import { Graph } from "#console/widgets/graph/Graph.tsx";
import type { GraphDirection, GraphLine, GraphNode } from "#console/widgets/graph/graph.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import { useCardLinks } from "../card/card-links.ts";
import { GraphCard } from "./GraphCard.tsx";
import { withFold } from "./topology-url.ts";
import { nameKind, readKind, treeGraph } from "./tree-graph.ts";
import type { TopologyDashboard } from "./use-topology.ts";

interface ComponentsGraphProps {
  dashboard: TopologyDashboard;
  empty: ReactNode;
}

const WIDE: readonly GraphDirection[] = ["horizontal", "vertical"];
const NARROW: readonly GraphDirection[] = ["indented"];

/** Wider than other cards, because names of components often end with a region. */
const CARD = { width: 272, height: 72 };

/** The components as a graph, from the roots to the leaves. */
export function ComponentsGraph({ dashboard, empty }: ComponentsGraphProps) {
  const { of, query, components, distinctions, viewKey, carried, change } = dashboard;
  const { folds } = dashboard.url;
  const isNarrow = useMedia("(width < 50rem)");
  const links = useCardLinks({ query: carried, of });
  const [direction, setDirection] = useState<GraphDirection>();
  const [line, setLine] = useState<GraphLine>("curved");
  const graph = useMemo(
    () => components && treeGraph(components, { folds, hrefOf: links.component }),
    [components, folds, links],
  );
  const draw = useCallback(
    (node: GraphNode, tabIndex: 0 | -1) => {
      const found = graph?.found.get(node.id);
      if (!found) return null;
      const toggle = () => void change({ folds: withFold(folds, node.id, !found.isOpen) }, { replace: true });
      const by = distinctions.get(node.id);
      return <GraphCard node={found} distinction={by} href={node.href ?? ""} tabIndex={tabIndex} toggle={toggle} />;
    },
    [graph, folds, change, distinctions],
  );
  return (
    <div className="relative min-h-80 flex-1 border-t border-line">
      <Graph
        label="Components. The table lists the same components."
        nodes={graph?.nodes}
        edges={graph?.edges ?? []}
        error={query.error}
        retry={() => void query.refetch()}
        empty={empty}
        draw={draw}
        drawKind={drawKind}
        nameKind={nameKind}
        directions={direction ? [direction] : isNarrow ? NARROW : WIDE}
        line={line}
        {...(!isNarrow && { size: CARD })}
        onDirection={setDirection}
        onLine={setLine}
        fitKey={viewKey}
      />
    </div>
  );
}

const drawKind = (kind: string) => {
  const { health, type } = readKind(kind);
  return (
    <>
      {health && <StatusMark meaning={health} />}
      <span title={type} className="truncate">
        {type}
      </span>
    </>
  );
};
