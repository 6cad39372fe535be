import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { GraphLine } from "./graph.ts";
import type { GroupedGraph } from "./group-neighbours.ts";
import type { Layout } from "./layout.ts";
import { paint } from "./paint.ts";
import { type Box, CARD_ZOOM, inWindow, MAX_CARDS, isStillValid, touching, widened } from "./view.ts";
import { useViewport, type Viewport } from "./viewport.ts";

interface LinesProps {
  viewport: Viewport;
  layout: Layout;
  places: Float32Array;
  line: GraphLine;
  lit: string | undefined;
  graph: GroupedGraph;
  nameKind: (kind: string) => string;
  drawn: Box | undefined;
  /** Called when other cards must be rendered, with undefined if no card must be rendered. */
  changeDrawn: (box: Box | undefined) => void;
}

/** The edges and boxes below the cards. Painted in the same frame as the cards move. */
export function Lines({ viewport, layout, places, line, lit, graph, nameKind, drawn, changeDrawn }: LinesProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useViewport(viewport, (state) => state);
  const theme = useShownTheme();
  useLayoutEffect(() => {
    if (!canvas.current || shown.width === 0) return;
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
      view: shown,
      window: shown,
      line,
      lit,
      nameOf,
      meaningOf,
      theme,
    });
  }, [layout, places, shown, line, lit, graph, nameKind, theme]);

  useEffect(() => {
    if (shown.width === 0) return;
    const seen = inWindow(shown, shown);
    const isFar = shown.zoom < CARD_ZOOM || touching(layout, widened(seen)).length > MAX_CARDS;
    if (isFar) {
      if (drawn) changeDrawn(undefined);
    } else if (!drawn || !isStillValid(drawn, seen)) changeDrawn(seen);
  }, [shown, layout, drawn, changeDrawn]);

  return <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 size-full" />;
}

/** The page's theme, since a canvas has to be repainted when it changes. */
const useShownTheme = () => useSyncExternalStore(watchTheme, () => document.documentElement.dataset["theme"] ?? "");

function watchTheme(changed: () => void) {
  const watch = new MutationObserver(changed);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => watch.disconnect();
}
