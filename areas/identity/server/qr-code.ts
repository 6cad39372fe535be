// Renders QR codes as data URLs, so that their content is not sent to another service.
import { encode } from "uqr";

/** Scanners need four modules of white around a code. */
const quietZone = 4;

/** Renders the code as an SVG in a `data:` URL, black on white. */
export function drawCode(text: string): string {
  const { data, size } = encode(text, { border: quietZone });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
