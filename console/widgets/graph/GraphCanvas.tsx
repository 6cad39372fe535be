import { useCallback, useMemo, useRef, useState } from "react";
import { ErrorPage } from "../error/ErrorPage.tsx";
import { GraphSkeleton } from "../skeleton/Skeletons.tsx";
import { Drawing } from "./Drawing.tsx";
import type { CardSize, GraphCanvasProps } from "./graph.ts";
import { groupNeighbours } from "./group-neighbours.ts";
import { useLayout } from "./layout.ts";
import { isOpenGroup, shownPart } from "./shown-part.ts";

const CARD: CardSize = { width: 232, height: 72 };
const GROUP: CardSize = { width: 168, height: 32 };

/** The graph; loaded lazily. */
export function GraphCanvas(props: GraphCanvasProps) {
  const { nodes, edges, root, directions, label, size = CARD, more = 0, fitKey = "" } = props;
  const container = useRef<HTMLDivElement>(null);
  const graph = useMemo(() => groupNeighbours(nodes, edges, root), [nodes, edges, root]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [lead, setLead] = useState<string>();
  const part = useMemo(() => shownPart(graph, { root, chosen }), [graph, root, chosen]);
  const { width, height } = size;
  const sizeOf = useCallback(
    (id: string) => (graph.groups.has(id) ? GROUP : { width, height }),
    [graph, width, height],
  );
  const { layout, isArranging, failure, retry } = useLayout({
    part,
    directions,
    fitKey,
    container,
    sizeOf,
    lead: lead ?? root,
  });
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
  return (
    <div ref={container} className="h-full min-h-0">
      {layout ? (
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
      ) : failure ? (
        <ErrorPage error={failure} retry={retry} isRetrying={false} />
      ) : (
        <GraphSkeleton label={label} />
      )}
    </div>
  );
}
