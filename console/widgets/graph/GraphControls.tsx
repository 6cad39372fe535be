import { useReactFlow } from "@xyflow/react";
import { IconButton } from "../IconButton.tsx";
import type { GraphDirection, GraphLine } from "./graph.ts";

interface GraphControlsProps {
  direction: GraphDirection;
  line: GraphLine;
  onDirection: (direction: GraphDirection) => void;
  onLine: (line: GraphLine) => void;
  fit: () => void;
  moveMs: number;
}

/** The view controls of the graph. */
export function GraphControls({ direction, line, onDirection, onLine, fit, moveMs }: GraphControlsProps) {
  const flow = useReactFlow();
  const isHorizontal = direction === "horizontal";
  const isCurved = line === "curved";
  return (
    <div
      role="toolbar"
      aria-label="View of the graph"
      aria-orientation="vertical"
      className="absolute bottom-3 left-3 z-10 flex flex-col rounded-md border border-line bg-raised p-0.5 shadow-raised"
    >
      <IconButton icon="plus" label="Zoom in (+)" onClick={() => void flow.zoomIn({ duration: moveMs })} />
      <IconButton icon="minus" label="Zoom out (-)" onClick={() => void flow.zoomOut({ duration: moveMs })} />
      <IconButton icon="scan" label="Show all of it (0)" onClick={fit} />
      <span aria-hidden className="mx-1 my-0.5 h-px bg-line" />
      <IconButton
        icon={isHorizontal ? "arrow-right" : "arrow-down"}
        label={
          isHorizontal
            ? "From left to right: change to from top to bottom"
            : "From top to bottom: change to from left to right"
        }
        onClick={() => onDirection(isHorizontal ? "vertical" : "horizontal")}
      />
      <IconButton
        icon={isCurved ? "spline" : "corner-down-right"}
        label={isCurved ? "Curved lines: change to stepped" : "Stepped lines: change to curved"}
        onClick={() => onLine(isCurved ? "stepped" : "curved")}
      />
    </div>
  );
}
