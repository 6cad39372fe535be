import { useNavigate } from "@tanstack/react-router";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useMedia } from "../use-media.ts";
import { BeyondWindow } from "./BeyondWindow.tsx";
import { Card, GraphContext, type GraphTools } from "./cards.tsx";
import type { GraphCanvasProps } from "./graph.ts";
import { GraphControls } from "./GraphControls.tsx";
import { useGlide } from "./glide.ts";
import type { GroupedGraph } from "./group-neighbours.ts";
import { Lines } from "./Lines.tsx";
import type { Layout } from "./layout.ts";
import { neighbour, moveOf } from "./neighbour.ts";
import {
  type Box,
  boundsOf,
  CARD_ZOOM,
  firstView,
  fitted,
  inWindow,
  isInside,
  MAX_CARDS,
  READABLE_ZOOM,
  showing,
  touching,
  type View,
  widened,
} from "./view.ts";
import { useViewport, Viewport, ZOOM_STEP } from "./viewport.ts";

interface DrawingProps extends GraphCanvasProps {
  graph: GroupedGraph;
  layout: Layout;
  /** The group that was toggled last. */
  lead: string | undefined;
  toggle: (id: string) => void;
  isOpen: (id: string) => boolean;
  isArranging: boolean;
  /** The number of nodes that are not drawn because there are too many. */
  hidden: number;
}

const MOVE_MS = 200;

/** The interactive drawing of a layout: pan, zoom and keyboard navigation. */
export function Drawing(props: DrawingProps) {
  const { graph, layout, root, label, line, toggle, isOpen, isArranging, hidden, lead } = props;
  const { fitKey = "" } = props;
  const { draw, drawKind, nameKind, onDirection, onLine, edgeNote } = props;
  const [viewport] = useState(() => new Viewport());
  const navigate = useNavigate();
  const pane = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => viewport.attach(pane.current!), [viewport]);
  const moveMs = useMedia("(prefers-reduced-motion: reduce)") ? 0 : MOVE_MS;
  const startOf = useCallback((id: string) => sourceOf(graph, id) ?? lead, [graph, lead]);
  const places = useGlide(layout, startOf);
  const [current, setCurrent] = useState(root ?? layout.ids[0]!);
  const reached = layout.at.has(current) ? current : (root ?? layout.ids[0]!);
  const [lit, setLit] = useState<string>();
  // The part of the graph whose cards are rendered; undefined while the zoom is too small for cards.
  const [drawn, setDrawn] = useState<Box>();
  const toFocus = useRef<string>(undefined);

  const placed = useRef<{ key: string; view: View }>(undefined);
  const width = useViewport(viewport, (state) => state.width);
  const height = useViewport(viewport, (state) => state.height);
  useLayoutEffect(() => {
    // The old layout is shown until the new layout is computed.
    if (width === 0 || height === 0 || isArranging) return;
    const key = `${layout.direction} ${fitKey}`;
    // The page above the graph may grow while it loads. Then the graph is fitted again, unless it was moved.
    const isMoved = lead !== undefined || !isSameView(placed.current?.view, viewport.state);
    if (placed.current?.key === key && isMoved) return;
    const view = firstView(layout, root, { width, height });
    placed.current = { key, view };
    viewport.moveTo(view);
  }, [width, height, layout, isArranging, fitKey, root, lead, viewport]);

  // When a group is opened, its members are moved into the window.
  const lastLayout = useRef(layout);
  useEffect(() => {
    if (lastLayout.current === layout) return;
    lastLayout.current = layout;
    const group = graph.groups.get(lead ?? "");
    if (!group || !isOpen(group.id)) return;
    const held = [group.id, ...group.members].flatMap((id) => layout.at.get(id) ?? []);
    const valuesOf = (list: Float32Array) =>
      Float32Array.from(held.flatMap((at) => [list[2 * at]!, list[2 * at + 1]!]));
    const box = boundsOf({ places: valuesOf(layout.places), sizes: valuesOf(layout.sizes) });
    viewport.moveTo(showing(viewport.state, box, viewport.state), moveMs);
  }, [layout, graph, lead, isOpen, viewport, moveMs]);

  const fit = useCallback(
    () => viewport.moveTo(fitted(boundsOf(layout), viewport.state), moveMs),
    [layout, viewport, moveMs],
  );

  /** Moves a node into the window at a readable zoom, and focuses it. */
  const goTo = useCallback(
    (id: string) => {
      const at = layout.at.get(id);
      if (at === undefined) return;
      setCurrent(id);
      toFocus.current = id;
      const { zoom, width, height } = viewport.state;
      const [left, top, wide, high] = [
        layout.places[2 * at]!,
        layout.places[2 * at + 1]!,
        layout.sizes[2 * at]!,
        layout.sizes[2 * at + 1]!,
      ];
      const box = { left, top, right: left + wide, bottom: top + high };
      if (zoom >= CARD_ZOOM && isInside(box, inWindow(viewport.state, viewport.state))) return;
      const to = Math.max(zoom, READABLE_ZOOM);
      viewport.moveTo(
        { zoom: to, x: width / 2 - to * (left + wide / 2), y: height / 2 - to * (top + high / 2) },
        moveMs,
      );
    },
    [layout, viewport, moveMs],
  );
  // Focuses the card once it is rendered.
  useLayoutEffect(() => {
    const id = toFocus.current;
    if (id === undefined) return;
    const card = pane.current?.querySelector<HTMLElement>(`[data-graph="${CSS.escape(id)}"]`);
    if (!card) return;
    toFocus.current = undefined;
    card.focus({ preventScroll: true });
  });

  const cards = useMemo(() => {
    const { sizes, ids } = layout;
    const shown = drawn ? touching({ places, sizes }, drawn) : [];
    const few = shown.length > MAX_CARDS ? [] : shown;
    const at = layout.at.get(reached);
    // The focused node's card is rendered even outside of the window.
    if (at !== undefined && !few.includes(at)) few.push(at);
    return few.map((index) => (
      <div
        key={ids[index]}
        className="absolute"
        style={{
          transform: `translate(${places[2 * index]}px, ${places[2 * index + 1]}px)`,
          width: sizes[2 * index],
          height: sizes[2 * index + 1],
        }}
      >
        <Card id={ids[index]!} />
      </div>
    ));
  }, [layout, places, drawn, reached]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = (event.target as HTMLElement).closest<HTMLElement>("[data-graph]")?.dataset["graph"];
    const move = moveOf(event.key, layout.direction);
    const next = id !== undefined && move ? neighbour(layout, id, move) : undefined;
    const run: (() => unknown) | undefined = move
      ? () => next !== undefined && goTo(next)
      : {
          Home: () => goTo(root ?? layout.ids[0]!),
          "+": () => viewport.zoomBy(ZOOM_STEP, moveMs),
          "=": () => viewport.zoomBy(ZOOM_STEP, moveMs),
          "-": () => viewport.zoomBy(1 / ZOOM_STEP, moveMs),
          "0": fit,
        }[event.key];
    const href = graph.nodes.get(id ?? "")?.href;
    if (run) void run();
    else if (
      event.key === "Enter" &&
      href !== undefined &&
      event.target === event.currentTarget.querySelector(":focus[data-graph]")
    )
      void navigate({ to: href });
    else return;
    event.preventDefault();
  };

  const tools = useMemo(
    (): GraphTools => ({
      graph,
      root,
      current: reached,
      draw,
      drawKind,
      nameKind,
      isOpen,
      toggle,
      point: setLit,
      enter: setCurrent,
      linksOf: (id) => ({ out: graph.out.get(id)?.length ?? 0, into: graph.into.get(id)?.length ?? 0 }),
    }),
    [graph, root, reached, draw, drawKind, nameKind, isOpen, toggle],
  );
  /** Moves to a node that is drawn without a card. */
  const pressBox = (event: MouseEvent<HTMLElement>) => {
    if ((event.target as HTMLElement).closest("[data-graph]")) return;
    const { x, y } = viewport.pointAt(event.currentTarget, event);
    const [at] = touching(layout, { left: x, right: x, top: y, bottom: y });
    if (at !== undefined) goTo(layout.ids[at]!);
  };
  return (
    <GraphContext value={tools}>
      {/* Arrow keys move between cards; the cards themselves have the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={onKeyDown} className="relative h-full min-h-0 w-full overflow-hidden bg-canvas">
        {/* Pointer presses need no key handler, because the arrow keys reach the same nodes. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <div
          ref={pane}
          role="application"
          aria-label={label}
          onClick={pressBox}
          className="absolute inset-0 cursor-grab touch-none overflow-clip select-none active:cursor-grabbing"
        >
          <Lines
            viewport={viewport}
            layout={layout}
            places={places}
            line={line}
            lit={lit ?? (reached === root ? undefined : reached)}
            graph={graph}
            nameKind={nameKind}
            drawn={drawn}
            changeDrawn={(box) => startTransition(() => setDrawn(box && widened(box)))}
          />
          <Plane viewport={viewport}>{cards}</Plane>
        </div>
        <BeyondWindow viewport={viewport} layout={layout} moveMs={moveMs} />
        <GraphControls
          viewport={viewport}
          direction={layout.direction}
          line={line}
          onDirection={onDirection}
          onLine={onLine}
          fit={fit}
          moveMs={moveMs}
        />
        {edgeNote !== undefined && (
          <p className={`pointer-events-none absolute right-3 bottom-3 text-meta max-shell:hidden ${NOTE}`}>
            {edgeNote}
          </p>
        )}
        <p
          role="status"
          className="pointer-events-none absolute top-3 left-3 flex flex-col items-start gap-1 text-meta"
        >
          {isArranging && <span className={NOTE}>Arranging</span>}
          {hidden > 0 && (
            <span className={NOTE}>
              {hidden.toLocaleString("en")} more {hidden === 1 ? "is" : "are"} not shown. Add filters to see them.
            </span>
          )}
        </p>
      </div>
    </GraphContext>
  );
}

const NOTE = "rounded-md border border-line bg-raised px-2 py-1 text-muted shadow-raised";

/** Moves and zooms the cards without rendering them. */
function Plane({ viewport, children }: { viewport: Viewport; children: ReactNode }) {
  const { x, y, zoom } = useViewport(viewport, (state) => state);
  return (
    <div className="absolute origin-top-left" style={{ transform: `translate(${x}px, ${y}px) scale(${zoom})` }}>
      {children}
    </div>
  );
}

const isSameView = (a: View | undefined, b: View) => a !== undefined && a.x === b.x && a.y === b.y && a.zoom === b.zoom;

/** The group that a node belongs to. */
const sourceOf = ({ groups, out, into }: GroupedGraph, id: string) =>
  [...(into.get(id) ?? []), ...(out.get(id) ?? [])].find((near) => groups.has(near));
