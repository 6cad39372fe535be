// The data model of the graph: nodes and directed edges, and how they are drawn.
import type { ReactNode } from "react";
import type { Meaning } from "../StatusMark.tsx";

export interface GraphNode {
  id: string;
  /** Neighbours of the same kind are drawn as one group if there are at least three. */
  kind: string;
  /** The accessible name, also drawn where a card does not fit. */
  name: string;
  /** The status of the node, shown as the border colour. */
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
  /** Whether the group members are successors or predecessors. */
  side: "out" | "in";
  members: readonly string[];
}

/** Indented: one node per row, for narrow windows. */
export type GraphDirection = "horizontal" | "vertical" | "indented";
export type GraphLine = "curved" | "stepped";

/** The size of a card in pixels. */
export interface CardSize {
  width: number;
  height: number;
}

export interface GraphCanvasProps {
  /** The accessible name. */
  label: string;
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** The node in focus: its successors and its predecessors are drawn. */
  root?: string | undefined;
  /** The content of a node's card. Its links must use this `tabIndex`, so that Tab leaves the graph. */
  draw: (node: GraphNode, tabIndex: 0 | -1) => ReactNode;
  /** The content of a group, before the number of members, and the accessible name of the group. */
  drawKind: (kind: string) => ReactNode;
  nameKind: (kind: string) => string;
  size?: CardSize;
  /**
   * In order of preference. The first direction in which the whole graph is readable is used; if the graph is not
   * readable in any direction, the first direction is used.
   */
  directions: readonly GraphDirection[];
  line: GraphLine;
  onDirection: (direction: GraphDirection) => void;
  onLine: (line: GraphLine) => void;
  /** Identifies the filters: if it changes, the graph is fitted into the window again. */
  fitKey?: string;
  /** The meaning of the arrows, shown in a corner of a wide graph. */
  edgeNote?: string;
  /** The number of nodes that were not loaded; added to those that are not drawn. */
  more?: number;
}
