import { createContext, memo, type ReactNode, use } from "react";
import { Icon } from "../Icon.tsx";
import type { Meaning } from "../StatusMark.tsx";
import type { GraphNode } from "./graph.ts";
import type { GroupedGraph } from "./group-neighbours.ts";

/** The context of a card: the graph and the callbacks. */
export interface GraphTools {
  graph: GroupedGraph;
  root: string | undefined;
  /** The node that gets the focus when Tab enters the graph. */
  current: string;
  draw: (node: GraphNode, tabIndex: 0 | -1) => ReactNode;
  drawKind: (kind: string) => ReactNode;
  nameKind: (kind: string) => string;
  isOpen: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Highlights the edges of a node while the pointer is on it. */
  point: (id: string | undefined) => void;
  enter: (id: string) => void;
  linksOf: (id: string) => { out: number; into: number };
}

export const GraphContext = createContext<GraphTools | undefined>(undefined);

export function useGraph(): GraphTools {
  const tools = use(GraphContext);
  if (!tools) throw new Error("useGraph must be used within a Graph");
  return tools;
}

const edges: Partial<Record<Meaning, string>> = {
  unhealthy: "border-unhealthy border-2",
  warning: "border-warning border-2",
};
/** A card is rendered again only if the context changes, not while it moves. */
export const Card = memo(({ id }: { id: string }) =>
  useGraph().graph.groups.has(id) ? <GroupCard id={id} /> : <NodeCard id={id} />,
);

const CARD = "size-full cursor-default bg-surface text-left text-text -outline-offset-1";

function NodeCard({ id }: { id: string }) {
  const { graph, root, current, draw, nameKind, point, enter, linksOf } = useGraph();
  const node = graph.nodes.get(id);
  if (!node) return null;
  const { out, into } = linksOf(id);
  const label = [node.name, nameKind(node.kind), node.meaning, `from ${into}`, `to ${out}`].filter(Boolean).join(", ");
  return (
    // Arrow keys focus a card, and Enter opens its page. Its role is group, since it may contain several links.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={label}
      tabIndex={id === current ? 0 : -1}
      data-graph={id}
      onFocus={() => enter(id)}
      onPointerEnter={() => point(id)}
      onPointerLeave={() => point(undefined)}
      aria-current={id === root ? true : undefined}
      className={`${CARD} overflow-hidden rounded-md border ${edges[node.meaning ?? "unknown"] ?? "border-line"} ${id === root ? "shadow-[0_0_0_2px_var(--link),0_0_0_5px_color-mix(in_oklch,var(--link)_25%,transparent)]" : ""}`}
    >
      {draw(node, id === current ? 0 : -1)}
    </div>
  );
}

function GroupCard({ id }: { id: string }) {
  const { graph, current, drawKind, nameKind, isOpen, toggle, point, enter } = useGraph();
  const group = graph.groups.get(id);
  if (!group) return null;
  const isShown = isOpen(id);
  const count = group.members.length.toLocaleString("en");
  return (
    <button
      type="button"
      aria-expanded={isShown}
      aria-label={`${nameKind(group.kind)} ${count}, a group`}
      tabIndex={id === current ? 0 : -1}
      data-graph={id}
      onClick={() => toggle(id)}
      onFocus={() => enter(id)}
      onPointerEnter={() => point(id)}
      onPointerLeave={() => point(undefined)}
      className={`${CARD} flex items-center gap-2 rounded-md border border-line bg-sunken px-3 hover:bg-press`}
    >
      <span className="flex min-w-0 flex-1 items-center gap-2 font-medium">{drawKind(group.kind)}</span>{" "}
      <span className="text-muted tabular-nums">{count}</span>
      <Icon name={isShown ? "chevron-up" : "chevron-down"} size={14} className="text-muted" />
    </button>
  );
}
