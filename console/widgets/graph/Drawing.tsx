import { type NodeTypes, ReactFlow, useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import { useNavigate } from "@tanstack/react-router";
import {
  type KeyboardEvent,
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
import { CardNode, type CardFlowNode, GraphContext, type GraphTools, GroupNode } from "./cards.tsx";
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
  widened,
} from "./view.ts";

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

const nodeTypes: NodeTypes = { card: CardNode, several: GroupNode };
const NO_EDGES: never[] = [];
const MOVE_MS = 200;

/** The interactive drawing of a layout: pan, zoom and keyboard navigation. */
export function Drawing(props: DrawingProps) {
  const { graph, layout, root, label, line, toggle, isOpen, isArranging, hidden, lead } = props;
  const { fitKey = "" } = props;
  const { draw, drawKind, nameKind, onDirection, onLine } = props;
  const flow = useReactFlow();
  const store = useStoreApi();
  const navigate = useNavigate();
  const container = useRef<HTMLDivElement>(null);
  const moveMs = useMedia("(prefers-reduced-motion: reduce)") ? 0 : MOVE_MS;
  const startOf = useCallback((id: string) => sourceOf(graph, id) ?? lead, [graph, lead]);
  const places = useGlide(layout, startOf);
  const [current, setCurrent] = useState(root ?? layout.ids[0]!);
  const reached = layout.at.has(current) ? current : (root ?? layout.ids[0]!);
  const [lit, setLit] = useState<string>();
  // The part of the graph whose cards are rendered; undefined while the zoom is too small for cards.
  const [drawn, setDrawn] = useState<Box>();
  const toFocus = useRef<string>(undefined);

  const moveTo = useCallback(
    (view: { x: number; y: number; zoom: number }, duration = 0) => {
      // Allows zooming out until the whole graph is visible.
      store.getState().setMinZoom(Math.min(0.2, view.zoom));
      void flow.setViewport(view, { duration });
    },
    [flow, store],
  );
  const placedFor = useRef<string>(undefined);
  const windowSize = useStore(({ width, height }) => (width > 0 && height > 0 ? `${width} ${height}` : ""));
  useLayoutEffect(() => {
    // The old layout stays until the new one is computed.
    const key = `${layout.direction} ${fitKey}`;
    if (windowSize === "" || isArranging || placedFor.current === key) return;
    placedFor.current = key;
    const { width, height } = store.getState();
    moveTo(firstView(layout, root, { width, height }));
  }, [windowSize, layout, isArranging, fitKey, root, moveTo, store]);

  // When a group is opened, its members are moved into the window.
  const lastLayout = useRef(layout);
  useEffect(() => {
    if (lastLayout.current === layout) return;
    lastLayout.current = layout;
    const group = graph.groups.get(lead ?? "");
    if (!group || !isOpen(group.id)) return;
    const held = [group.id, ...group.members].flatMap((id) => layout.at.get(id) ?? []);
    const {
      transform: [x, y, zoom],
      width,
      height,
    } = store.getState();
    const valuesOf = (list: Float32Array) =>
      Float32Array.from(held.flatMap((at) => [list[2 * at]!, list[2 * at + 1]!]));
    const box = boundsOf({ places: valuesOf(layout.places), sizes: valuesOf(layout.sizes) });
    moveTo(showing({ x, y, zoom }, box, { width, height }), moveMs);
  }, [layout, graph, lead, isOpen, moveTo, moveMs, store]);

  const fit = useCallback(() => {
    const { width, height } = store.getState();
    moveTo(fitted(boundsOf(layout), { width, height }), moveMs);
  }, [layout, moveTo, moveMs, store]);

  /** Moves a node into the window at a readable zoom, and focuses it. */
  const goTo = useCallback(
    (id: string) => {
      const at = layout.at.get(id);
      if (at === undefined) return;
      setCurrent(id);
      toFocus.current = id;
      const {
        transform: [x, y, zoom],
        width,
        height,
      } = store.getState();
      const [left, top, wide, high] = [
        layout.places[2 * at]!,
        layout.places[2 * at + 1]!,
        layout.sizes[2 * at]!,
        layout.sizes[2 * at + 1]!,
      ];
      const box = { left, top, right: left + wide, bottom: top + high };
      if (zoom >= CARD_ZOOM && isInside(box, inWindow({ x, y, zoom }, { width, height }))) return;
      const to = Math.max(zoom, READABLE_ZOOM);
      moveTo({ zoom: to, x: width / 2 - to * (left + wide / 2), y: height / 2 - to * (top + high / 2) }, moveMs);
    },
    [layout, moveTo, moveMs, store],
  );
  // Focuses the card once it is rendered.
  useLayoutEffect(() => {
    const id = toFocus.current;
    if (id === undefined) return;
    const card = container.current?.querySelector<HTMLElement>(`[data-graph="${CSS.escape(id)}"]`);
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
    return few.map((index): CardFlowNode => {
      const id = ids[index]!;
      const [width, height] = [sizes[2 * index]!, sizes[2 * index + 1]!];
      return {
        id,
        type: graph.groups.has(id) ? "several" : "card",
        position: { x: places[2 * index]!, y: places[2 * index + 1]! },
        data: dataOf(id),
        width,
        height,
        measured: { width, height },
      };
    });
  }, [layout, places, drawn, reached, graph]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = (event.target as HTMLElement).closest<HTMLElement>("[data-graph]")?.dataset["graph"];
    const move = moveOf(event.key, layout.direction);
    const next = id !== undefined && move ? neighbour(layout, id, move) : undefined;
    const run: (() => unknown) | undefined = move
      ? () => next !== undefined && goTo(next)
      : {
          Home: () => goTo(root ?? layout.ids[0]!),
          "+": () => flow.zoomIn({ duration: moveMs }),
          "=": () => flow.zoomIn({ duration: moveMs }),
          "-": () => flow.zoomOut({ duration: moveMs }),
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
  const pressBox = (event: { clientX: number; clientY: number }) => {
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const [at] = touching(layout, { left: x, right: x, top: y, bottom: y });
    if (at !== undefined) goTo(layout.ids[at]!);
  };
  return (
    <GraphContext value={tools}>
      {/* Arrow keys move between cards; the cards themselves have the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={container} onKeyDown={onKeyDown} className="relative h-full min-h-0 w-full overflow-hidden bg-canvas">
        <ReactFlow
          aria-label={label}
          role="group"
          nodes={cards}
          edges={NO_EDGES}
          nodeTypes={nodeTypes}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          elementsSelectable={false}
          edgesFocusable={false}
          disableKeyboardA11y
          zoomOnDoubleClick={false}
          minZoom={0.2}
          maxZoom={1.5}
          // The bottom is taken by the controls and by the number of nodes below the window.
          attributionPosition="top-right"
          onPaneClick={pressBox}
        >
          <Lines
            layout={layout}
            places={places}
            line={line}
            lit={lit ?? (reached === root ? undefined : reached)}
            graph={graph}
            nameKind={nameKind}
            drawn={drawn}
            changeDrawn={(box) => startTransition(() => setDrawn(box && widened(box)))}
          />
        </ReactFlow>
        <BeyondWindow layout={layout} moveMs={moveMs} />
        <GraphControls
          direction={layout.direction}
          line={line}
          onDirection={onDirection}
          onLine={onLine}
          fit={fit}
          moveMs={moveMs}
        />
        <p
          role="status"
          className="pointer-events-none absolute top-3 left-3 flex flex-col items-start gap-1 text-meta"
        >
          {isArranging && <span className={NOTE}>Arranging</span>}
          {hidden > 0 && (
            <span className={NOTE}>
              {hidden.toLocaleString("en")} more {hidden === 1 ? "is" : "are"} not drawn. Add filters to see them.
            </span>
          )}
        </p>
      </div>
    </GraphContext>
  );
}

const NOTE = "rounded-md border border-line bg-raised px-2 py-1 text-muted shadow-raised";

// Stable objects per node, so that a card that only moved is not rendered again.
const data = new Map<string, { id: string }>();
function dataOf(id: string) {
  const known = data.get(id) ?? { id };
  data.set(id, known);
  return known;
}

/** The group that a node belongs to. */
const sourceOf = ({ groups, out, into }: GroupedGraph, id: string) =>
  [...(into.get(id) ?? []), ...(out.get(id) ?? [])].find((near) => groups.has(near));
