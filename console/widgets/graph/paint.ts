// Everything but the cards, on a canvas: thousands of lines as elements would hold the page up for seconds. Nodes are boxes
// below their cards, so that what comes into view shows at once, and stays when it is too small for a card.
import type { Meaning } from "../StatusMark.tsx";
import type { GraphLine } from "./graph.ts";
import type { Layout } from "./layout.ts";
import { type Box, inWindow, type View, type WindowSize } from "./view.ts";

export interface Painting {
  layout: Layout;
  /** On the way from one layout to the next they are not yet where they will be. */
  places: Float32Array;
  view: View;
  window: WindowSize;
  line: GraphLine;
  /** Whose lines stand out. */
  lit: string | undefined;
  nameOf: (id: string) => string;
  meaningOf: (id: string) => Meaning | undefined;
  /** The colours are the page's. */
  theme: string;
}

/** Below this lines are straight: nobody sees their bends. */
const BENT = 0.2;
const ARROW = 0.3;
const NAMED = 0.3;
const RADIUS = 6;
/** So many lines are too many to be told apart. */
const CROWD = 500;
const CROWD_BENT = 0.6;

export function paint(canvas: HTMLCanvasElement, painting: Painting): void {
  const { view, window } = painting;
  const sharp = devicePixelRatio;
  const [width, height] = [Math.round(window.width * sharp), Math.round(window.height * sharp)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return;
  const colours = coloursOf(canvas, painting.theme);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(sharp * view.zoom, 0, 0, sharp * view.zoom, sharp * view.x, sharp * view.y);
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
    if (isSeen(endsOf(painting, edges[edge]!, edges[edge + 1]!), seen)) (isOwn ? own : others).push(edge);
  }
  const isCrowd = others.length > CROWD;
  context.strokeStyle = context.fillStyle = colours.line;
  // Where there are many, they are a ground that what stands out stands out from; and as thin as can be drawn quickly.
  context.globalAlpha = isCrowd ? 0.4 : 1;
  context.lineWidth = isCrowd ? 1 / (view.zoom * devicePixelRatio) : 1.25 / Math.max(view.zoom, 0.35);
  strokeLines(context, painting, others, isCrowd);
  context.globalAlpha = 1;
  context.strokeStyle = context.fillStyle = colours.lit;
  context.lineWidth = 2 / Math.max(view.zoom, 0.35);
  strokeLines(context, painting, own, false);
}

/** A few at a time: one path of thousands that cross takes far longer to fill than many small ones. */
const AT_ONCE = 32;

function strokeLines(context: CanvasRenderingContext2D, painting: Painting, list: readonly number[], isCrowd: boolean) {
  const { layout, view } = painting;
  const isStraight = view.zoom < (isCrowd ? CROWD_BENT : BENT);
  for (let start = 0; start < list.length; start += AT_ONCE) {
    const arrows = new Path2D();
    context.beginPath();
    for (const edge of list.slice(start, start + AT_ONCE)) {
      const ends = endsOf(painting, layout.edges[edge]!, layout.edges[edge + 1]!);
      addLine(context, painting, ends, isStraight);
      if (view.zoom >= ARROW && !isCrowd) addArrow(arrows, painting, ends);
    }
    context.stroke();
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- it is a canvas that is filled
    if (view.zoom >= ARROW && !isCrowd) context.fill(arrows);
  }
}

interface Ends {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export function endsOf(
  { layout: { sizes, direction }, places }: Pick<Painting, "layout" | "places">,
  from: number,
  to: number,
): Ends {
  const [x, y, wide, high] = [places[2 * from]!, places[2 * from + 1]!, sizes[2 * from]!, sizes[2 * from + 1]!];
  const [toX, toY, toWide, toHigh] = [places[2 * to]!, places[2 * to + 1]!, sizes[2 * to]!, sizes[2 * to + 1]!];
  return direction === "horizontal"
    ? { x1: x + wide, y1: y + high / 2, x2: toX, y2: toY + toHigh / 2 }
    : { x1: x + wide / 2, y1: y + high, x2: toX + toWide / 2, y2: toY };
}

const isSeen = ({ x1, y1, x2, y2 }: Ends, seen: Box) =>
  Math.max(x1, x2) >= seen.left &&
  Math.min(x1, x2) <= seen.right &&
  Math.max(y1, y2) >= seen.top &&
  Math.min(y1, y2) <= seen.bottom;

function addLine(
  path: CanvasRenderingContext2D,
  { layout, line }: Painting,
  { x1, y1, x2, y2 }: Ends,
  isStraight: boolean,
) {
  const isHorizontal = layout.direction === "horizontal";
  path.moveTo(x1, y1);
  if (isStraight) path.lineTo(x2, y2);
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

function addArrow(arrows: Path2D, { layout }: Painting, { x2, y2 }: Ends) {
  const isHorizontal = layout.direction === "horizontal";
  arrows.moveTo(x2, y2);
  arrows.lineTo(isHorizontal ? x2 - 7 : x2 - 4, isHorizontal ? y2 - 4 : y2 - 7);
  arrows.lineTo(isHorizontal ? x2 - 7 : x2 + 4, isHorizontal ? y2 + 4 : y2 - 7);
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
    if (view.zoom < BENT) path.rect(x, y, wide, high);
    else path.roundRect(x, y, wide, high, RADIUS);
    if (view.zoom >= NAMED) names.push(at);
  }
  for (const [colour, path] of byColour) {
    // Too small to have an edge, it has the colour of one.
    context.fillStyle = view.zoom < BENT ? colour : colours.ground;
    context.fill(path);
    context.strokeStyle = colour;
    context.lineWidth = colour === colours.line ? 1 : 2;
    if (view.zoom >= BENT) context.stroke(path);
  }
  context.fillStyle = colours.text;
  context.font = colours.font;
  context.textBaseline = "middle";
  for (const at of names) {
    const [x, y, wide, high] = [places[2 * at]!, places[2 * at + 1]!, sizes[2 * at]!, sizes[2 * at + 1]!];
    context.fillText(shortened(nameOf(ids[at]!), wide - 24), x + 12, y + high / 2);
  }
}

/** About as many letters as there is room for: measuring each would take longer than drawing it. */
const shortened = (name: string, room: number) => {
  const most = Math.max(3, Math.floor(room / 8));
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
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

/** Asking for them takes as long as drawing does. */
function coloursOf(element: HTMLElement, theme: string): Colours {
  if (known?.theme !== theme) known = { theme, colours: readColours(element) };
  return known.colours;
}

function readColours(element: HTMLElement): Colours {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(`--${name}`);
  return {
    line: of("line-strong"),
    lit: of("accent"),
    ground: of("surface"),
    text: of("text"),
    unhealthy: of("unhealthy"),
    warning: of("warning"),
    font: `500 15px ${style.fontFamily}`,
  };
}
