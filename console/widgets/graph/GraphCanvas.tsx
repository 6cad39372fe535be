import "@xyflow/react/dist/base.css";
import "./graph.css";
import { ReactFlowProvider } from "@xyflow/react";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { ErrorPage } from "#console/shell/ErrorPage.tsx";
import { GraphSkeleton } from "../skeleton/Skeletons.tsx";
import { Drawing } from "./Drawing.tsx";
import type { CardSize, GraphDirection, GraphEdge, GraphLine, GraphNode } from "./graph.ts";
import { groupNeighbours } from "./group-neighbours.ts";
import { useLayout } from "./layout.ts";
import { isOpenGroup, shownPart } from "./shown-part.ts";

export interface GraphCanvasProps {
  /** The accessible name. */
  label: string;
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** The node in focus: its successors and its predecessors are drawn. */
  root?: string | undefined;
  /** The content of a node's card. Its links must use this `tabIndex`, so that Tab leaves the graph. */
  draw: (node: GraphNode, tabIndex: 0 | -1) => ReactNode;
  /** The content of a group, before the count, and its accessible name. */
  drawKind: (kind: string) => ReactNode;
  nameKind: (kind: string) => string;
  size?: CardSize;
  direction: GraphDirection;
  line: GraphLine;
  onDirection: (direction: GraphDirection) => void;
  onLine: (line: GraphLine) => void;
  /** Identifies the filters: if it changes, the graph is fitted into the window again. */
  fitKey?: string;
  /** The number of nodes that were not loaded; added to those that are not drawn. */
  more?: number;
}

const CARD: CardSize = { width: 256, height: 76 };
const GROUP: CardSize = { width: 208, height: 40 };

/** The graph with its large dependencies; loaded lazily. */
export function GraphCanvas(props: GraphCanvasProps) {
  const { nodes, edges, root, direction, label, size = CARD, more = 0 } = props;
  const graph = useMemo(() => groupNeighbours(nodes, edges, root), [nodes, edges, root]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [lead, setLead] = useState<string>();
  const part = useMemo(() => shownPart(graph, { root, chosen }), [graph, root, chosen]);
  const { width, height } = size;
  const sizeOf = useCallback(
    (id: string) => (graph.groups.has(id) ? GROUP : { width, height }),
    [graph, width, height],
  );
  const { layout, isArranging, failure, retry } = useLayout({ part, direction, sizeOf, lead: lead ?? root });
  const toggle = useCallback(
    (id: string) => {
      const members = graph.groups.get(id)?.members.length ?? 0;
      setLead(id);
      setChosen((before) => new Map(before).set(id, !isOpenGroup(members, id, before)));
    },
    [graph],
  );
  const isOpen = useCallback(
    (id: string) => isOpenGroup(graph.groups.get(id)?.members.length ?? 0, id, chosen),
    [graph, chosen],
  );
  if (failure && !layout) return <ErrorPage error={failure} retry={retry} isRetrying={false} />;
  if (!layout) return <GraphSkeleton label={label} />;
  return (
    <ReactFlowProvider>
      <Drawing
        {...props}
        graph={graph}
        layout={layout}
        lead={lead}
        toggle={toggle}
        isOpen={isOpen}
        isArranging={isArranging}
        hidden={part.cut + more}
      />
    </ReactFlowProvider>
  );
}
