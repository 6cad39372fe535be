// Log lines of expressions: `debug` of CEL, `console.log` of scripts. The server passes its logger at the start.

const maxLineLength = 2_000;

let write: (line: string) => void = () => {};

export function logExpressions(sink: (line: string) => void): void {
  write = sink;
}

export const logged = (line: string): void =>
  write(line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line);
