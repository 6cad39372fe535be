// Moves a hypothesis in the tree, by dragging its handle or by pressing arrow keys on the handle.
import { useState } from "react";
import type { Hypothesis } from "../parts/incident-query.ts";
import { changeHypothesis, useIncidentWrite } from "../parts/incident-writes.ts";
import { moveOf, previousSibling, treeOf } from "./hypothesis-tree.ts";

export interface Moving {
  /** The dragged hypothesis. */
  dragged: string | undefined;
  drag: (id: string | undefined) => void;
  /** Whether the dragged hypothesis can be moved under this one; null is the top level. */
  canDrop: (parentId: string | null) => boolean;
  drop: (parentId: string | null) => void;
  /** One step to the right: under the hypothesis above it. One step to the left: next to its parent. */
  step: (id: string, direction: "right" | "left") => void;
  canStep: (id: string, direction: "right" | "left") => boolean;
}

export function useMoving(hypotheses: readonly Hypothesis[]): Moving {
  const [dragged, drag] = useState<string>();
  const write = useIncidentWrite();
  const move = (id: string, parentId: string | null | undefined) => {
    const moves = parentId === undefined ? undefined : moveOf(hypotheses, id, parentId);
    if (!moves) return;
    void write(
      async () => {
        for (const { id: moved, parent_id, type } of moves) await changeHypothesis(moved, { parent_id, type });
      },
      { failed: "The hypothesis was not moved" },
    );
  };
  /** Undefined if the tree has no such position. */
  const placeOf = (id: string, direction: "right" | "left"): string | null | undefined => {
    if (direction === "right") return previousSibling(treeOf(hypotheses), id);
    const parent = hypotheses.find((other) => other.id === hypotheses.find((one) => one.id === id)?.parent_id);
    return parent && (parent.parent_id ?? null);
  };
  return {
    dragged,
    drag,
    canDrop: (parentId) => dragged !== undefined && moveOf(hypotheses, dragged, parentId) !== undefined,
    drop: (parentId) => {
      if (dragged !== undefined) move(dragged, parentId);
      drag(undefined);
    },
    step: (id, direction) => move(id, placeOf(id, direction)),
    canStep: (id, direction) => {
      const place = placeOf(id, direction);
      return place !== undefined && moveOf(hypotheses, id, place) !== undefined;
    },
  };
}
