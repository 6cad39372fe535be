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
}

/** Below this lines are straight: nobody sees their bends. */
const BENT = 0.2;
const ARROW = 0.3;
const NAMED = 0.3;
const RADIUS = 6;
const CROWD = 500;

export function paint(canvas: HTMLCanvasElement, painting: Painting): void {
  const { view, window } = painting;
  const sharp = devicePixelRatio;
  const [width, height] = [Math.round(window.width * sharp), Math.round(window.height * sharp)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return;
  const colours = coloursOf(canvas);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(sharp * view.zoom, 0, 0, sharp * view.zoom, sharp * view.x, sharp * view.y);
  const seen = inWindow(view, window);
  paintLines(context, painting, seen, colours);
  paintBoxes(context, painting, seen, colours);
}

function paintLines(context: CanvasRenderingContext2D, painting: Painting, seen: Box, colours: Colours) {
  const { layout, view, lit } = painting;
  const at = lit === undefined ? undefined : layout.at.get(lit);
  const draw = (isWanted: (from: number, to: number) => boolean, colour: string, width: number) => {
    const arrows = new Path2D();
    context.beginPath();
    const { edges } = layout;
    for (let edge = 0; edge < edges.length; edge += 2) {
      const [from, to] = [edges[edge]!, edges[edge + 1]!];
      if (isWanted(from, to)) addLine(context, arrows, painting, seen, from, to);
    }
    context.strokeStyle = context.fillStyle = colour;
    // Where there are many, they are a ground that what stands out stands out from.
    context.globalAlpha = colour === colours.line && edges.length > 2 * CROWD ? 0.35 : 1;
    context.lineWidth = width / Math.max(view.zoom, 0.35);
    context.stroke();
    if (view.zoom >= ARROW) context.fill(arrows);
    context.globalAlpha = 1;
  };
  if (at === undefined) draw(() => true, colours.line, 1.25);
  else {
    draw((from, to) => from !== at && to !== at, colours.line, 1.25);
    draw((from, to) => from === at || to === at, colours.lit, 2);
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

function addLine(
  path: CanvasRenderingContext2D,
  arrows: Path2D,
  painting: Painting,
  seen: Box,
  from: number,
  to: number,
) {
  const { layout, view, line } = painting;
  const { x1, y1, x2, y2 } = endsOf(painting, from, to);
  if (Math.max(x1, x2) < seen.left || Math.min(x1, x2) > seen.right) return;
  if (Math.max(y1, y2) < seen.top || Math.min(y1, y2) > seen.bottom) return;
  const isHorizontal = layout.direction === "horizontal";
  path.moveTo(x1, y1);
  if (view.zoom < BENT) path.lineTo(x2, y2);
  else if (line === "stepped") {
    const middle = isHorizontal ? (x1 + x2) / 2 : (y1 + y2) / 2;
    const [a, b] = isHorizontal
      ? [
          { x: middle, y: y1 },
          { x: middle, y: y2 },
        ]
      : [
          { x: x1, y: middle },
          { x: x2, y: middle },
        ];
    path.lineTo(a.x, a.y);
    path.lineTo(b.x, b.y);
    path.lineTo(x2, y2);
  } else {
    const bend = Math.max(24, Math.abs(isHorizontal ? x2 - x1 : y2 - y1) / 2);
    if (isHorizontal) path.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
    else path.bezierCurveTo(x1, y1 + bend, x2, y2 - bend, x2, y2);
  }
  if (view.zoom < ARROW) return;
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

function coloursOf(element: HTMLElement): Colours {
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
