// Computes the contrast of two colours as WCAG 2.2 defines it.

/** A colour in linear sRGB; each value is from 0 to 1. */
export interface Colour {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

/** Reads `oklch(L C H)` and `oklch(L C H / A)`; colours outside sRGB are clipped, as browsers do. */
export function parseColour(text: string): Colour {
  const match = /^oklch\(([\d.]+) ([\d.]+)(?: ([\d.]+))?(?: \/ ([\d.]+))?\)$/.exec(text);
  if (!match) throw new Error(`${text} is not an oklch colour`);
  const [lightness = 0, chroma = 0, hue = 0, alpha = 1] = match
    .slice(1)
    .map((part) => (part ? Number(part) : undefined));
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    red: clipped(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    green: clipped(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    blue: clipped(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    alpha,
  };
}

const clipped = (part: number) => Math.min(1, Math.max(0, part));

/** Blends a translucent colour with the background. Screens blend the encoded values, not linear light. */
export function over(wash: Colour, ground: Colour): Colour {
  const blend = (part: "red" | "green" | "blue") =>
    toLight(toCode(wash[part]) * wash.alpha + toCode(ground[part]) * (1 - wash.alpha));
  return { red: blend("red"), green: blend("green"), blue: blend("blue"), alpha: 1 };
}

const toCode = (light: number) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
const toLight = (code: number) => (code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4);

const luminance = ({ red, green, blue }: Colour) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

export function contrast(first: Colour, second: Colour) {
  const [lighter = 0, darker = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}
