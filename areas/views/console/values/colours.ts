// The colours of panels and badges. Known colour names in specs are replaced by colours that fit the light and the dark
// theme.
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

/**
 * Accepts hexadecimal colours, CSS colour names, and colour functions with plain numbers, but nothing that loads a
 * resource.
 */
const safe = /^(?:#[\da-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl|oklch|oklab|hwb)a?\([\d\s.,%/a-z-]+\))$/i;

/** The CSS colour for a colour in a spec; undefined if it is not a valid colour. */
export function cssColour(name: string | undefined): string | undefined {
  const text = name?.trim().toLowerCase() ?? "";
  if (Object.hasOwn(names, text)) return `var(${names[text]})`;
  return safe.test(text) ? text : undefined;
}

const COLOURS = 6;
const MAX_ROUNDS = 4;

/** The colour of a series by its position. When the colours are used up, they repeat in a lighter shade. */
export function seriesColour(index: number): string {
  const colour = `var(--${colourOf(index)})`;
  const round = Math.min(MAX_ROUNDS, Math.floor(index / COLOURS));
  return round === 0 ? colour : `color-mix(in oklch, ${colour} ${100 - 20 * round}%, var(--surface))`;
}

const healths = ["healthy", "unhealthy", "warning", "unknown"];

/** The health that a label names, in any case. */
export const healthNamed = (label: string): string | undefined =>
  healths.find((health) => health === label.toLowerCase());

/** The colour of a label: the colour in the spec, the colour of a health with this name, or a colour by position. */
export const labelColour = (label: string, index: number, colours: Readonly<Record<string, string>> = {}): string =>
  cssColour(Object.hasOwn(colours, label) ? colours[label] : undefined) ??
  (healthNamed(label) === undefined ? seriesColour(index) : `var(--${healthNamed(label)})`);

/** A text has the same colour on every page. */
export function colourOfText(text: string): string {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return `var(--${colourOf(sum)})`;
}
