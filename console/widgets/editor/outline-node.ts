// The nodes of an outline.

export interface OutlineNode {
  kind: "empty" | "map" | "list" | "text";
  /** The column of the keys or dashes in this node; -1 within brackets, where indentation is ignored. */
  column: number;
  from: number;
  to: number;
  entries: OutlineEntry[];
  /** The content of a single-line text, without its quotes. */
  text?: string;
}

export interface OutlineEntry {
  key: string | number;
  /** The start of the key or the dash; within brackets the end of the preceding comma. */
  from: number;
  /** The end of the key, including its quotes. */
  keyTo: number;
  /** The end of the colon or the dash; undefined if there is none yet. */
  valueFrom: number | undefined;
  value: OutlineNode;
}

export const emptyNode = (at: number): OutlineNode => ({ kind: "empty", column: -1, from: at, to: at, entries: [] });
