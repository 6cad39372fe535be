// What an outline is made of.

export interface OutlineNode {
  kind: "empty" | "map" | "list" | "text";
  /** Where its keys or dashes stand; -1 within brackets, where columns mean nothing. */
  column: number;
  from: number;
  to: number;
  entries: OutlineEntry[];
  /** Of a text on one line, without its quotes. */
  text?: string;
}

export interface OutlineEntry {
  key: string | number;
  /** The key or the dash; within brackets everything up to the next comma. */
  from: number;
  /** Behind the key, its quotes included. */
  keyTo: number;
  /** Behind the colon or the dash; undefined while there is none. */
  valueFrom: number | undefined;
  value: OutlineNode;
}

export const emptyNode = (at: number): OutlineNode => ({ kind: "empty", column: -1, from: at, to: at, entries: [] });
