// Paints edges and boxes on a canvas: thousands of DOM elements would block the page for seconds. Boxes are painted
// below the cards, so that nodes appear at once when they come into view, and at zoom levels too small for cards.
import type { Meaning } from "../StatusMark.tsx";
import type { GraphLine } from "./graph.ts";
import type { Layout } from "./layout.ts";
import { type Box, inWindow, type View, type WindowSize } from "./view.ts";

export interface Painting {
  layout: Layout;
  /** The current positions, which differ from the layout during an animation. */
  places: Float32Array;
  view: View;
  window: WindowSize;
  line: GraphLine;
  /** The node whose edges are highlighted. */
  lit: string | undefined;
  nameOf: (id: string) => string;
  meaningOf: (id: string) => Meaning | undefined;
  /** The page's theme, which determines the colours. */
  theme: string;
}

/** Below this zoom edges are straight, since bends would not be visible. */
const BEND_ZOOM = 0.2;
const ARROW_ZOOM = 0.3;
const NAME_ZOOM = 0.3;
const RADIUS = 6;
/** If there are more edges than this, people cannot distinguish them, so they are drawn faint. */
const MAX_DISTINCT_LINES = 500;
const CROWD_BEND_ZOOM = 0.6;

export function paint(canvas: HTMLCanvasElement, painting: Painting): void {
  const { view, window } = painting;
  const scale = devicePixelRatio;
  const [width, height] = [Math.round(window.width * scale), Math.round(window.height * scale)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return;
  const colours = coloursOf(canvas, painting.theme);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(scale * view.zoom, 0, 0, scale * view.zoom, scale * view.x, scale * view.y);
  const seen = inWindow(view, window);
  paintLines(context, painting, seen, colours);
  paintBoxes(context, painting, seen, colours);
}

function paintLines(context: CanvasRenderingContext2D, painting: Painting, seen: Box, colours: Colours) {
  const { layout, view, lit } = painting;
  const { edges } = layout;
  const at = lit === undefined ? undefined : layout.at.get(lit);
  const own: number[] = [];
  const others: number[] = [];
  for (let edge = 0; edge < edges.length; edge += 2) {
    const isOwn = at !== undefined && (edges[edge] === at || edges[edge + 1] === at);
    if (isSeen(lineOf(painting, edge), seen)) (isOwn ? own : others).push(edge);
  }
  const isCrowd = others.length > MAX_DISTINCT_LINES;
  context.strokeStyle = context.fillStyle = colours.line;
  // If there are many edges, they are drawn faintly behind the highlighted edges, with the line width that is fastest
  // to draw.
  context.globalAlpha = isCrowd ? 0.4 : 1;
  context.lineWidth = isCrowd ? 1 / (view.zoom * devicePixelRatio) : 1.25 / Math.max(view.zoom, 0.35);
  strokeLines(context, painting, others, isCrowd);
  context.globalAlpha = 1;
  context.strokeStyle = context.fillStyle = colours.lit;
  context.lineWidth = 2 / Math.max(view.zoom, 0.35);
  strokeLines(context, painting, own, false);
}

/**
 * Each path has only a few edges, because drawing one path with thousands of crossings takes far longer than drawing
 * many small paths.
 */
const BATCH_SIZE = 32;

function strokeLines(context: CanvasRenderingContext2D, painting: Painting, list: readonly number[], isCrowd: boolean) {
  const { view } = painting;
  const isStraight = view.zoom < (isCrowd ? CROWD_BEND_ZOOM : BEND_ZOOM);
  for (let start = 0; start < list.length; start += BATCH_SIZE) {
    const arrows = new Path2D();
    context.beginPath();
    for (const edge of list.slice(start, start + BATCH_SIZE)) {
      const drawn = lineOf(painting, edge);
      addLine(context, painting, drawn, isStraight);
      if (view.zoom >= ARROW_ZOOM && !isCrowd) addArrow(arrows, painting, drawn);
    }
    context.stroke();
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- it is a canvas that is filled
    if (view.zoom >= ARROW_ZOOM && !isCrowd) context.fill(arrows);
  }
}

interface Ends {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  /** The path of an edge of an indented layout: down and to the right, or around the right side of other nodes. */
  path?: "elbow" | "around";
}

interface Line extends Ends {
  /** The points between the ends, x and y alternating. */
  bends: Float32Array;
}

function lineOf(painting: Painting, edge: number): Line {
  const { edges, bends, bendEnds } = painting.layout;
  const at = edge / 2;
  return {
    ...endsOf(painting, edges[edge]!, edges[edge + 1]!),
    bends: bends.subarray(at === 0 ? 0 : bendEnds[at - 1], bendEnds[at]),
  };
}

/** The distance of the vertical part of an elbow from the left side of its node. */
const TRUNK = 14;

export function endsOf(
  { layout: { sizes, direction }, places }: Pick<Painting, "layout" | "places">,
  from: number,
  to: number,
): Ends {
  const [x, y, wide, high] = [places[2 * from]!, places[2 * from + 1]!, sizes[2 * from]!, sizes[2 * from + 1]!];
  const [toX, toY, toWide, toHigh] = [places[2 * to]!, places[2 * to + 1]!, sizes[2 * to]!, sizes[2 * to + 1]!];
  if (direction === "indented")
    return toX > x + TRUNK && toY > y
      ? { x1: x + TRUNK, y1: y + high, x2: toX, y2: toY + toHigh / 2, path: "elbow" }
      : { x1: x + wide, y1: y + high / 2, x2: toX + toWide, y2: toY + toHigh / 2, path: "around" };
  return direction === "horizontal"
    ? { x1: x + wide, y1: y + high / 2, x2: toX, y2: toY + toHigh / 2 }
    : { x1: x + wide / 2, y1: y + high, x2: toX + toWide / 2, y2: toY };
}

function isSeen({ x1, y1, x2, y2, bends }: Line, seen: Box): boolean {
  let [left, right, top, bottom] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)];
  for (let at = 0; at < bends.length; at += 2) {
    left = Math.min(left, bends[at]!);
    right = Math.max(right, bends[at]!);
    top = Math.min(top, bends[at + 1]!);
    bottom = Math.max(bottom, bends[at + 1]!);
  }
  return right >= seen.left && left <= seen.right && bottom >= seen.top && top <= seen.bottom;
}

function addLine(path: CanvasRenderingContext2D, painting: Painting, line: Line, isStraight: boolean) {
  const { x1, y1, x2, y2, bends } = line;
  path.moveTo(x1, y1);
  if (line.path === "elbow") {
    path.lineTo(x1, y2 - RADIUS);
    path.quadraticCurveTo(x1, y2, x1 + RADIUS, y2);
    path.lineTo(x2, y2);
  } else if (line.path === "around") {
    const bend = Math.max(x1, x2) + 40;
    path.bezierCurveTo(bend, y1, bend, y2, x2, y2);
  } else {
    let [x, y] = [x1, y1];
    for (let at = 0; at <= bends.length; at += 2) {
      const [toX, toY] = at === bends.length ? [x2, y2] : [bends[at]!, bends[at + 1]!];
      if (isStraight) path.lineTo(toX, toY);
      else addPart(path, painting, { x1: x, y1: y, x2: toX, y2: toY });
      [x, y] = [toX, toY];
    }
  }
}

/** A part of an edge between two points; it starts and ends in the direction of the flow. */
function addPart(path: CanvasRenderingContext2D, { layout, line }: Painting, { x1, y1, x2, y2 }: Ends) {
  const isHorizontal = layout.direction === "horizontal";
  if (isHorizontal ? y1 === y2 : x1 === x2) path.lineTo(x2, y2);
  else if (line === "stepped") {
    const middle = isHorizontal ? (x1 + x2) / 2 : (y1 + y2) / 2;
    path.lineTo(isHorizontal ? middle : x1, isHorizontal ? y1 : middle);
    path.lineTo(isHorizontal ? middle : x2, isHorizontal ? y2 : middle);
    path.lineTo(x2, y2);
  } else {
    const bend = Math.max(24, Math.abs(isHorizontal ? x2 - x1 : y2 - y1) / 2);
    if (isHorizontal) path.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
    else path.bezierCurveTo(x1, y1 + bend, x2, y2 - bend, x2, y2);
  }
}

function addArrow(arrows: Path2D, { layout }: Painting, { x2, y2, path }: Ends) {
  const isSideways = layout.direction !== "vertical";
  const back = path === "around" ? 7 : -7;
  arrows.moveTo(x2, y2);
  arrows.lineTo(isSideways ? x2 + back : x2 - 4, isSideways ? y2 - 4 : y2 - 7);
  arrows.lineTo(isSideways ? x2 + back : x2 + 4, isSideways ? y2 + 4 : y2 - 7);
  arrows.closePath();
}

function paintBoxes(context: CanvasRenderingContext2D, painting: Painting, seen: Box, colours: Colours) {
  const { layout, places, view, nameOf, meaningOf } = painting;
  const { sizes, ids } = layout;
  const byColour = new Map<string, Path2D>();
  const names: number[] = [];
  for (let at = 0; at < ids.length; at += 1) {
    const [x, y, wide, high] = [places[2 * at]!, places[2 * at + 1]!, sizes[2 * at]!, sizes[2 * at + 1]!];
    if (x > seen.right || x + wide < seen.left || y > seen.bottom || y + high < seen.top) continue;
    const meaning = meaningOf(ids[at]!);
    const colour = meaning === "unhealthy" || meaning === "warning" ? colours[meaning] : colours.line;
    const path = byColour.get(colour) ?? new Path2D();
    byColour.set(colour, path);
    if (view.zoom < BEND_ZOOM) path.rect(x, y, wide, high);
    else path.roundRect(x, y, wide, high, RADIUS);
    if (view.zoom >= NAME_ZOOM) names.push(at);
  }
  for (const [colour, path] of byColour) {
    // A box that is too small for a border is filled with its colour.
    context.fillStyle = view.zoom < BEND_ZOOM ? colour : colours.ground;
    context.fill(path);
    context.strokeStyle = colour;
    context.lineWidth = colour === colours.line ? 1 : 2;
    if (view.zoom >= BEND_ZOOM) context.stroke(path);
  }
  context.fillStyle = colours.text;
  context.font = colours.font;
  context.textBaseline = "middle";
  for (const at of names) {
    const [x, y, wide, high] = [places[2 * at]!, places[2 * at + 1]!, sizes[2 * at]!, sizes[2 * at + 1]!];
    context.fillText(shortened(nameOf(ids[at]!), wide - 24), x + 12, y + high / 2);
  }
}

/** Estimates the length that fits, since measuring each text takes longer than drawing it. */
const shortened = (name: string, room: number) => {
  const maxLength = Math.max(3, Math.floor(room / 8));
  return name.length <= maxLength ? name : `${name.slice(0, maxLength - 1)}…`;
};

interface Colours {
  line: string;
  lit: string;
  ground: string;
  text: string;
  unhealthy: string;
  warning: string;
  font: string;
}

let known: { theme: string; colours: Colours } | undefined;

/** Cached per theme: reading the computed style takes as long as painting. */
function coloursOf(element: HTMLElement, theme: string): Colours {
  if (known?.theme !== theme) known = { theme, colours: readColours(element) };
  return known.colours;
}

function readColours(element: HTMLElement): Colours {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`);
  return {
    line: token("line-strong"),
    lit: token("accent"),
    ground: token("surface"),
    text: token("text"),
    unhealthy: token("unhealthy"),
    warning: token("warning"),
    font: `500 15px ${style.fontFamily}`,
  };
}
