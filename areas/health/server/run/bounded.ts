// What is kept of a run is bounded: texts are cut, with a sign that they were.

export const mostMessageBytes = 4 * 1024;
export const mostErrorBytes = 128 * 1024;

const sign = "…";

/** At most so many bytes, and never half a character. */
export function bounded(text: string, most: number): string {
  // Every character is at most three bytes.
  if (text.length * 3 <= most || Buffer.byteLength(text) <= most) return text;
  const room = most - Buffer.byteLength(sign);
  const bytes = Buffer.from(text.slice(0, room));
  let end = Math.min(room, bytes.length);
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString("utf8") + sign;
}
