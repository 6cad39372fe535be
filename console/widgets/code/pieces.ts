// A line of code as pieces of text with the same look.

export type CodeLanguage = "yaml" | "json" | "shell" | "sql" | "text";

export interface Piece {
  text: string;
  /** CSS classes; empty for plain text. */
  look: string;
}
export type Line = readonly Piece[];

export const plainLines = (code: string): Line[] => code.split("\n").map((text) => [{ text, look: "" }]);

export interface Span {
  start: number;
  end: number;
}

/** Adds a look to parts of a line. Spans must be ordered and must not overlap. */
export function overlay(line: Line, spans: readonly Span[], lookOf: (span: Span) => string): Line {
  if (spans.length === 0) return line;
  const pieces: Piece[] = [];
  let at = 0;
  for (const { text, look } of line) {
    const end = at + text.length;
    let from = at;
    for (const span of spans) {
      const [start, stop] = [Math.max(span.start, from), Math.min(span.end, end)];
      if (start >= stop) continue;
      if (start > from) pieces.push({ text: text.slice(from - at, start - at), look });
      pieces.push({ text: text.slice(start - at, stop - at), look: `${look} ${lookOf(span)}`.trim() });
      from = stop;
    }
    if (from < end || text === "") pieces.push({ text: text.slice(from - at), look });
    at = end;
  }
  return pieces;
}
