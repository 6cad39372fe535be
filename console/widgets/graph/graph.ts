// A graph as the canvas takes it: things and arrows between them, whatever they are.
import type { Meaning } from "../StatusMark.tsx";

export interface GraphNode {
  id: string;
  /** Neighbours of one node that are of the same kind are drawn as a group, once there are several. */
  kind: string;
  /** Read out, and drawn where there is no room for a card. */
  name: string;
  /** How it is: its edge has that colour. */
  meaning?: Meaning | undefined;
  /** Where it leads. */
  href?: string | undefined;
}

export interface GraphEdge {
  from: string;
  to: string;
}

export interface GraphGroup {
  id: string;
  kind: string;
  /** Whether its members are what is led to, or what leads here. */
  side: "out" | "in";
  members: readonly string[];
}

export type GraphDirection = "horizontal" | "vertical";
export type GraphLine = "curved" | "stepped";

/** Of a card, in pixels. */
export interface CardSize {
  width: number;
  height: number;
}
