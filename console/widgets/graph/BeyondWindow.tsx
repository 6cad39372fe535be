import { useReactFlow, useStore } from "@xyflow/react";
import { Icon, type IconName } from "../Icon.tsx";
import type { Layout } from "./layout.ts";
import { countBeyond, inWindow, type Side } from "./view.ts";

const sides: readonly { side: Side; icon: IconName; place: string; dx: number; dy: number }[] = [
  { side: "left", icon: "chevron-left", place: "left-3 top-1/2 -translate-y-1/2", dx: 1, dy: 0 },
  { side: "top", icon: "chevron-up", place: "top-3 left-1/2 -translate-x-1/2", dx: 0, dy: 1 },
  { side: "right", icon: "chevron-right", place: "right-3 top-1/2 -translate-y-1/2", dx: -1, dy: 0 },
  { side: "bottom", icon: "chevron-down", place: "bottom-3 right-3", dx: 0, dy: -1 },
];

/** The part of the window that one press moves, so that the last nodes stay visible. */
const STEP = 0.8;

/** At each side of the window, the number of nodes beyond it, as a button that moves there. */
export function BeyondWindow({ layout, moveMs }: { layout: Layout; moveMs: number }) {
  const flow = useReactFlow();
  // As text, so that panning renders only when a number changes.
  const counts = useStore(({ transform: [x, y, zoom], width, height }) => {
    if (width === 0) return "";
    const beyond = countBeyond(layout, inWindow({ x, y, zoom }, { width, height }));
    return sides.map(({ side }) => beyond[side]).join(" ");
  })
    .split(" ")
    .map(Number);
  const size = useStore(({ width, height }) => `${width} ${height}`);
  const [width = 0, height = 0] = size.split(" ").map(Number);
  return sides.map(({ side, icon, place, dx, dy }, index) => {
    const count = counts[index] ?? 0;
    if (count === 0) return null;
    const move = () => {
      const now = flow.getViewport();
      void flow.setViewport(
        { zoom: now.zoom, x: now.x + dx * STEP * width, y: now.y + dy * STEP * height },
        { duration: moveMs },
      );
    };
    return (
      <button
        key={side}
        type="button"
        title={`${count.toLocaleString("en")} more at the ${side}`}
        onClick={move}
        className={`absolute z-10 flex h-control items-center gap-1 rounded-full border border-line bg-raised px-2.5 text-meta text-muted tabular-nums shadow-raised hover:text-text ${place}`}
      >
        <Icon name={icon} size={14} />
        {count.toLocaleString("en")} more
        <span className="sr-only"> at the {side}</span>
      </button>
    );
  });
}
