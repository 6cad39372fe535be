// The position and zoom of the graph in its window, changed by wheel, drag, pinch and animated moves.
import { useSyncExternalStore } from "react";
import type { View, WindowSize } from "./view.ts";

const MIN_ZOOM = 0.2;
const MAX_ZOOM = 1.5;
/** The factor of one press of a zoom button. */
export const ZOOM_STEP = 1.2;
/** Pixels that a pointer moves before a press becomes a drag. */
const DRAG_DISTANCE = 3;

interface Point {
  x: number;
  y: number;
}

export class Viewport {
  /** Replaced with every change. The size is 0 until the element is attached. */
  state: Readonly<View & WindowSize> = { x: 0, y: 0, zoom: 1, width: 0, height: 0 };
  #minZoom = MIN_ZOOM;
  #frame = 0;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (changed: () => void) => {
    this.#listeners.add(changed);
    return () => void this.#listeners.delete(changed);
  };

  #set(change: Partial<View & WindowSize>) {
    this.state = { ...this.state, ...change };
    for (const changed of this.#listeners) changed();
  }

  /**
   * If the target zoom is below the limit, it becomes the new limit, so that people can zoom out to the whole graph
   * again.
   */
  moveTo(to: View, duration = 0) {
    this.#minZoom = Math.min(this.#minZoom, to.zoom);
    cancelAnimationFrame(this.#frame);
    if (duration === 0) return this.#set(to);
    const from = this.state;
    const start = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, now - start) / duration);
      this.#set(part === 1 ? to : between(from, to, easeInOut(part)));
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  zoomBy(factor: number, duration: number) {
    const { width, height } = this.state;
    const centre = { x: width / 2, y: height / 2 };
    this.moveTo(this.#zoomed(factor, centre, centre), duration);
  }

  /** The point of the graph at a position of the page. */
  pointAt(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top } = element.getBoundingClientRect();
    const { x, y, zoom } = this.state;
    return { x: (clientX - left - x) / zoom, y: (clientY - top - y) / zoom };
  }

  /** Zooms so that the point of the graph at `from` is at `to` afterwards. */
  #zoomed(factor: number, from: Point, to: Point): View {
    const { x, y, zoom: before } = this.state;
    const zoom = Math.min(MAX_ZOOM, Math.max(this.#minZoom, before * factor));
    return { zoom, x: to.x - ((from.x - x) * zoom) / before, y: to.y - ((from.y - y) * zoom) / before };
  }

  /** Listens to the element until the returned function is called. */
  attach(element: HTMLElement): () => void {
    const pointers = new Map<number, Point>();
    let isDragged = false;
    const placeOf = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top } = element.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const measure = () => this.#set({ width: element.clientWidth, height: element.clientHeight });
    const handlers = {
      wheel: (event: WheelEvent) => {
        event.preventDefault();
        const place = placeOf(event);
        this.moveTo(this.#zoomed(2 ** wheelSteps(event), place, place));
      },
      pointerdown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        if (pointers.size === 0) isDragged = false;
        pointers.set(event.pointerId, placeOf(event));
        cancelAnimationFrame(this.#frame);
      },
      pointermove: (event: PointerEvent) => {
        const before = pointers.get(event.pointerId);
        if (!before) return;
        // The pointer was released outside of the window, before the drag began.
        if (event.buttons === 0) return handlers.pointerup(event);
        const place = placeOf(event);
        if (!isDragged && distance(before, place) < DRAG_DISTANCE) return;
        isDragged = true;
        // The pointer is captured only once it is dragged, because with the capture, this element receives the click
        // instead of a link.
        element.setPointerCapture(event.pointerId);
        const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, other]) => other);
        pointers.set(event.pointerId, place);
        const [from, to] = [spread([before, ...others]), spread([place, ...others])];
        this.moveTo(this.#zoomed(from.radius === 0 ? 1 : to.radius / from.radius, from.centre, to.centre));
      },
      pointerup: (event: PointerEvent) => {
        pointers.delete(event.pointerId);
      },
      // Ignores the click after a drag. Clicks by keyboard have no detail.
      click: (event: MouseEvent) => {
        if (!isDragged || event.detail === 0) return;
        event.stopPropagation();
        event.preventDefault();
      },
      dragstart: (event: DragEvent) => event.preventDefault(),
    };
    const ended = new AbortController();
    const options = { signal: ended.signal, capture: true };
    element.addEventListener("wheel", handlers.wheel, { ...options, passive: false });
    element.addEventListener("pointerdown", handlers.pointerdown, options);
    element.addEventListener("pointermove", handlers.pointermove, options);
    element.addEventListener("pointerup", handlers.pointerup, options);
    element.addEventListener("pointercancel", handlers.pointerup, options);
    element.addEventListener("click", handlers.click, options);
    element.addEventListener("dragstart", handlers.dragstart, options);
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    return () => {
      ended.abort();
      sizes.disconnect();
      cancelAnimationFrame(this.#frame);
    };
  }
}

/** A value of the viewport; the component renders again when the value changes. */
export const useViewport = <Value>(viewport: Viewport, select: (state: Viewport["state"]) => Value): Value =>
  useSyncExternalStore(viewport.subscribe, () => select(viewport.state));

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The centre of the pointers, and their distance from the centre. */
function spread(points: readonly Point[]): { centre: Point; radius: number } {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const centre = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  return { centre, radius: mean(points.map((point) => distance(point, centre))) };
}

/** The zoom step as a power of two. A pinch on a touchpad is a wheel event with the Ctrl key and small deltas. */
function wheelSteps({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const perUnit = deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : deltaMode === WheelEvent.DOM_DELTA_PAGE ? 1 : 0.002;
  return Math.max(-0.5, Math.min(0.5, -deltaY * perUnit * (ctrlKey ? 10 : 1)));
}

const easeInOut = (part: number) => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2);

/** Moves the centre of the window in a straight line. */
function between(from: View & WindowSize, to: View, part: number): View {
  const { width, height } = from;
  const zoom = from.zoom * (to.zoom / from.zoom) ** part;
  const along = (room: number, a: number, b: number) => {
    const [start, end] = [(room / 2 - a) / from.zoom, (room / 2 - b) / to.zoom];
    return room / 2 - zoom * (start + (end - start) * part);
  };
  return { zoom, x: along(width, from.x, to.x), y: along(height, from.y, to.y) };
}
