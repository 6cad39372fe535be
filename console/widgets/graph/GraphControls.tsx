import type { IconName } from "../Icon.tsx";
import { IconButton } from "../IconButton.tsx";
import type { GraphDirection, GraphLine } from "./graph.ts";
import { ZOOM_STEP, type Viewport } from "./viewport.ts";
import "#console/widgets/page-icons.ts";

interface GraphControlsProps {
  viewport: Viewport;
  direction: GraphDirection;
  line: GraphLine;
  onDirection: (direction: GraphDirection) => void;
  onLine: (line: GraphLine) => void;
  fit: () => void;
  moveMs: number;
}

const directions: Readonly<Record<GraphDirection, { icon: IconName; name: string; next: GraphDirection }>> = {
  horizontal: { icon: "arrow-right", name: "From left to right", next: "vertical" },
  vertical: { icon: "arrow-down", name: "From top to bottom", next: "indented" },
  indented: { icon: "corner-down-right", name: "Indented", next: "horizontal" },
};

/** The view controls of the graph. */
export function GraphControls({ viewport, direction, line, onDirection, onLine, fit, moveMs }: GraphControlsProps) {
  const { icon, name, next } = directions[direction];
  const isCurved = line === "curved";
  return (
    <div
      role="toolbar"
      aria-label="Graph view"
      aria-orientation="horizontal"
      className="absolute bottom-3 left-3 z-10 flex rounded-md border border-line bg-raised p-0.5 shadow-raised"
    >
      <IconButton icon="plus" label="Zoom in (+)" onClick={() => viewport.zoomBy(ZOOM_STEP, moveMs)} />
      <IconButton icon="minus" label="Zoom out (-)" onClick={() => viewport.zoomBy(1 / ZOOM_STEP, moveMs)} />
      <IconButton icon="scan" label="Show the whole graph (0)" onClick={fit} />
      <span aria-hidden className="mx-0.5 my-1 w-px bg-line" />
      <IconButton
        icon={icon}
        label={`${name}: change to ${directions[next].name.toLowerCase()}`}
        onClick={() => onDirection(next)}
      />
      {/* The edges of an indented layout have only one shape, so there is nothing to choose. */}
      {direction !== "indented" && (
        <IconButton
          icon={isCurved ? "spline" : "corner-down-right"}
          label={isCurved ? "Curved lines: change to stepped" : "Stepped lines: change to curved"}
          onClick={() => onLine(isCurved ? "stepped" : "curved")}
        />
      )}
    </div>
  );
}
