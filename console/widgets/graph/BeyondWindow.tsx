import { Icon, type IconName } from "../Icon.tsx";
import type { Layout } from "./layout.ts";
import { countBeyond, inWindow, type Side } from "./view.ts";
import { useViewport, type Viewport } from "./viewport.ts";

const sides: readonly { side: Side; icon: IconName; place: string; dx: number; dy: number }[] = [
  { side: "left", icon: "chevron-left", place: "left-3 top-1/2 -translate-y-1/2", dx: 1, dy: 0 },
  { side: "top", icon: "chevron-up", place: "top-3 left-1/2 -translate-x-1/2", dx: 0, dy: 1 },
  { side: "right", icon: "chevron-right", place: "right-3 top-1/2 -translate-y-1/2", dx: -1, dy: 0 },
  { side: "bottom", icon: "chevron-down", place: "bottom-3 right-3", dx: 0, dy: -1 },
];

/** One press moves by this fraction of the window, so that some of the visible nodes stay in view. */
const STEP = 0.8;

/** A button at each side of the window. It shows the number of nodes beyond that side and moves the view there. */
export function BeyondWindow({ viewport, layout, moveMs }: { viewport: Viewport; layout: Layout; moveMs: number }) {
  // Compared as text, so that panning renders the buttons only when a number changes.
  const counts = useViewport(viewport, (state) => {
    if (state.width === 0) return "";
    const beyond = countBeyond(layout, inWindow(state, state));
    return sides.map(({ side }) => beyond[side]).join(" ");
  })
    .split(" ")
    .map(Number);
  return sides.map(({ side, icon, place, dx, dy }, index) => {
    const count = counts[index] ?? 0;
    if (count === 0) return null;
    const move = () => {
      const { x, y, zoom, width, height } = viewport.state;
      viewport.moveTo({ zoom, x: x + dx * STEP * width, y: y + dy * STEP * height }, moveMs);
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
