// The colours of panels and badges. Specs name colours; known names become the colours of the theme, which fit both
// themes.
import { colourOf } from "#console/widgets/chart/series.ts";

const names: Readonly<Record<string, string>> = {
  green: "--healthy",
  lime: "--healthy",
  emerald: "--healthy",
  healthy: "--healthy",
  success: "--healthy",
  red: "--unhealthy",
  rose: "--unhealthy",
  unhealthy: "--unhealthy",
  danger: "--unhealthy",
  yellow: "--warning",
  amber: "--warning",
  orange: "--warning",
  warning: "--warning",
  gray: "--unknown",
  grey: "--unknown",
  slate: "--unknown",
  unknown: "--unknown",
  blue: "--chart-1",
  brown: "--chart-2",
  teal: "--chart-3",
  pink: "--chart-4",
  magenta: "--chart-4",
  cyan: "--chart-5",
  sky: "--chart-5",
  purple: "--chart-6",
  violet: "--chart-6",
  indigo: "--chart-6",
};

/** Hexadecimal colours, names of CSS, and colour functions with plain numbers: nothing that loads a resource. */
const safe = /^(?:#[\da-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl|oklch|oklab|hwb)a?\([\d\s.,%/a-z-]+\))$/i;

/** The CSS colour that a spec names; undefined if it names none. */
export function cssColour(name: string | undefined): string | undefined {
  const text = name?.trim().toLowerCase() ?? "";
  if (Object.hasOwn(names, text)) return `var(${names[text]})`;
  return safe.test(text) ? text : undefined;
}

const COLOURS = 6;
const MAX_ROUNDS = 4;

/** The colour of a series by its position. Colours that repeat are lighter in each round. */
export function seriesColour(index: number): string {
  const colour = `var(--${colourOf(index)})`;
  const round = Math.min(MAX_ROUNDS, Math.floor(index / COLOURS));
  return round === 0 ? colour : `color-mix(in oklch, ${colour} ${100 - 20 * round}%, var(--surface))`;
}

const healths = ["healthy", "unhealthy", "warning", "unknown"];

/** The colour of a label: that of the spec, that of a health, or one by its position. */
export const labelColour = (label: string, index: number, colours: Readonly<Record<string, string>> = {}): string =>
  cssColour(Object.hasOwn(colours, label) ? colours[label] : undefined) ??
  (healths.includes(label.toLowerCase()) ? `var(--${label.toLowerCase()})` : seriesColour(index));

/** The same colour for the same text, on every page. */
export function colourOfText(text: string): string {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return `var(--${colourOf(sum)})`;
}
