import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Viewport } from "./viewport.ts";

let viewport: Viewport;
let element: HTMLElement;
let card: HTMLElement;
let detach: () => void;

beforeEach(() => {
  element = document.createElement("div");
  card = document.createElement("div");
  element.append(card);
  document.body.append(element);
  Object.defineProperties(element, { clientWidth: { value: 1000 }, clientHeight: { value: 500 } });
  element.setPointerCapture = vi.fn<(id: number) => void>();
  viewport = new Viewport();
  detach = viewport.attach(element);
});

afterEach(() => {
  detach();
  element.remove();
});

const view = () => {
  const { x, y, zoom } = viewport.state;
  return { x, y, zoom };
};

const point = (type: string, pointerId: number, clientX: number, clientY: number, buttons = 1) =>
  card.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY, buttons, bubbles: true, cancelable: true }));

const wheel = (init: WheelEventInit) => {
  const event = new WheelEvent("wheel", { bubbles: true, cancelable: true, ...init });
  // The test DOM ignores the position and the modifier keys of a wheel event.
  for (const [name, value] of Object.entries(init)) Object.defineProperty(event, name, { value });
  card.dispatchEvent(event);
  return event;
};

const click = (detail: number) => {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, detail });
  card.dispatchEvent(event);
  return event.defaultPrevented;
};

test("has the size of its element and notifies subscribers of changes", () => {
  expect(viewport.state).toMatchObject({ width: 1000, height: 500 });
  const changed = vi.fn<() => void>();
  viewport.subscribe(changed)();
  viewport.moveTo({ x: 1, y: 2, zoom: 1 });
  expect(changed).not.toHaveBeenCalled();
  viewport.subscribe(changed);
  viewport.moveTo({ x: 3, y: 4, zoom: 1 });
  expect(changed).toHaveBeenCalledOnce();
});

test("the wheel zooms around the pointer and does not scroll the page", () => {
  expect(wheel({ deltaY: -200, clientX: 100, clientY: 50 }).defaultPrevented).toBe(true);
  const { x, y, zoom } = view();
  expect(zoom).toBeCloseTo(2 ** 0.4, 6);
  expect([(100 - x) / zoom, (50 - y) / zoom]).toEqual([expect.closeTo(100, 6), expect.closeTo(50, 6)]);
});

test("a pinch on a touchpad zooms by small deltas, and the zoom of a wheel with the Ctrl key is limited", () => {
  wheel({ deltaY: 5, ctrlKey: true, clientX: 0, clientY: 0 });
  expect(view().zoom).toBeCloseTo(2 ** -0.1, 6);
  wheel({ deltaY: 120, ctrlKey: true, clientX: 0, clientY: 0 });
  expect(view().zoom).toBeCloseTo(2 ** -0.6, 6);
});

test("the zoom is limited; a smaller zoom is allowed if the graph was already shown at that zoom", () => {
  for (let count = 0; count < 20; count += 1) viewport.zoomBy(2, 0);
  expect(view().zoom).toBe(1.5);
  for (let count = 0; count < 20; count += 1) viewport.zoomBy(0.5, 0);
  expect(view().zoom).toBe(0.2);
  viewport.moveTo({ x: 0, y: 0, zoom: 0.05 });
  viewport.zoomBy(8, 0);
  for (let count = 0; count < 20; count += 1) viewport.zoomBy(0.5, 0);
  expect(view().zoom).toBe(0.05);
});

test("zooming by a button keeps the centre of the window", () => {
  viewport.zoomBy(1.2, 0);
  expect(view()).toEqual({ zoom: 1.2, x: expect.closeTo(-100, 6), y: expect.closeTo(-50, 6) });
});

test("a drag moves the graph, and the click at its end is ignored", () => {
  point("pointerdown", 1, 100, 100);
  point("pointermove", 1, 102, 100);
  expect(view()).toEqual({ x: 0, y: 0, zoom: 1 });
  expect(element.setPointerCapture).not.toHaveBeenCalled();
  point("pointermove", 1, 130, 90);
  point("pointermove", 1, 140, 90);
  point("pointerup", 1, 140, 90, 0);
  expect(view()).toEqual({ x: 40, y: -10, zoom: 1 });
  expect(click(1)).toBe(true);
  // A click by keyboard after the drag is not ignored.
  expect(click(0)).toBe(false);
  point("pointermove", 1, 300, 300);
  expect(view().x).toBe(40);
});

test("a press without a move stays a click", () => {
  point("pointerdown", 1, 100, 100);
  point("pointermove", 1, 101, 101);
  point("pointerup", 1, 101, 101, 0);
  expect(click(1)).toBe(false);
});

test("a press that was released outside of the window does not drag", () => {
  point("pointerdown", 1, 100, 100);
  point("pointermove", 1, 200, 200, 0);
  point("pointermove", 1, 300, 300);
  expect(view()).toEqual({ x: 0, y: 0, zoom: 1 });
});

test("two fingers zoom around their centre, and moving the centre moves the graph", () => {
  viewport.moveTo({ x: 0, y: 0, zoom: 0.5 });
  point("pointerdown", 1, 400, 200);
  point("pointerdown", 2, 600, 200);
  point("pointermove", 1, 300, 200);
  point("pointermove", 2, 700, 200);
  const { x, y, zoom } = view();
  expect(zoom).toBeCloseTo(1, 6);
  // The point of the graph between the fingers stays between them.
  expect([(500 - x) / zoom, (200 - y) / zoom]).toEqual([expect.closeTo(1000, 6), expect.closeTo(400, 6)]);
});

test("an animated move ends at its target, and a press stops it", async () => {
  viewport.moveTo({ x: 300, y: 200, zoom: 0.5 }, 50);
  await vi.waitFor(() => expect(view()).toEqual({ x: 300, y: 200, zoom: 0.5 }), 30_000);
  viewport.moveTo({ x: 0, y: 0, zoom: 1 }, 1_000_000);
  point("pointerdown", 1, 10, 10);
  const stopped = view();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(view()).toEqual(stopped);
});

test("finds the point of the graph at a position of the page", () => {
  viewport.moveTo({ x: 100, y: 50, zoom: 0.5 });
  expect(viewport.pointAt(element, { clientX: 150, clientY: 100 })).toEqual({ x: 100, y: 100 });
});
