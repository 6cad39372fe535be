// The data model of the graph: nodes and directed edges.
import type { Meaning } from "../StatusMark.tsx";

export interface GraphNode {
  id: string;
  /** Neighbours of the same kind are drawn as a group if there are several. */
  kind: string;
  /** The accessible name, also drawn where a card does not fit. */
  name: string;
  /** Its status, shown as the border colour. */
  meaning?: Meaning | undefined;
  /** The page that the node links to. */
  href?: string | undefined;
}

export interface GraphEdge {
  from: string;
  to: string;
}

export interface GraphGroup {
  id: string;
  kind: string;
  /** Whether its members are successors or predecessors. */
  side: "out" | "in";
  members: readonly string[];
}

export type GraphDirection = "horizontal" | "vertical";
export type GraphLine = "curved" | "stepped";

/** The size of a card in pixels. */
export interface CardSize {
  width: number;
  height: number;
}
