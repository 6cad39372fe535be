import { useStore } from "@xyflow/react";
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { GraphLine } from "./graph.ts";
import type { GroupedGraph } from "./group-neighbours.ts";
import type { Layout } from "./layout.ts";
import { paint } from "./paint.ts";
import { type Box, CARD_ZOOM, inWindow, MAX_CARDS, isStillValid, touching, widened } from "./view.ts";

interface LinesProps {
  layout: Layout;
  places: Float32Array;
  line: GraphLine;
  lit: string | undefined;
  graph: GroupedGraph;
  nameKind: (kind: string) => string;
  drawn: Box | undefined;
  /** Called when other cards are needed; undefined if none are. */
  changeDrawn: (box: Box | undefined) => void;
}

/** The edges and boxes below the cards. Painted in the same frame as the cards move. */
export function Lines({ layout, places, line, lit, graph, nameKind, drawn, changeDrawn }: LinesProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const transform = useStore((state) => state.transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const theme = useShownTheme();
  useLayoutEffect(() => {
    if (!canvas.current || width === 0) return;
    const [x, y, zoom] = transform;
    const nameOf = (id: string) => {
      const group = graph.groups.get(id);
      return group
        ? `${nameKind(group.kind)} ${group.members.length.toLocaleString("en")}`
        : (graph.nodes.get(id)?.name ?? "");
    };
    const meaningOf = (id: string) => graph.nodes.get(id)?.meaning;
    paint(canvas.current, {
      layout,
      places,
      view: { x, y, zoom },
      window: { width, height },
      line,
      lit,
      nameOf,
      meaningOf,
      theme,
    });
  }, [layout, places, transform, width, height, line, lit, graph, nameKind, theme]);

  useEffect(() => {
    if (width === 0) return;
    const [x, y, zoom] = transform;
    const seen = inWindow({ x, y, zoom }, { width, height });
    const isFar = zoom < CARD_ZOOM || touching(layout, widened(seen)).length > MAX_CARDS;
    if (isFar) {
      if (drawn) changeDrawn(undefined);
    } else if (!drawn || !isStillValid(drawn, seen)) changeDrawn(seen);
  }, [transform, width, height, layout, drawn, changeDrawn]);

  return <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 size-full" />;
}

/** The page's theme, since a canvas has to be repainted when it changes. */
const useShownTheme = () => useSyncExternalStore(watchTheme, () => document.documentElement.dataset["theme"] ?? "");

function watchTheme(changed: () => void) {
  const watch = new MutationObserver(changed);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => watch.disconnect();
}
