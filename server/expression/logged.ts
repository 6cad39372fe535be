// Lines that expressions write: `debug` of CEL, `console.log` of scripts. The server hands in its log when it starts.

const longestLine = 2_000;

let write: (line: string) => void = () => {};

export function logExpressions(sink: (line: string) => void): void {
  write = sink;
}

export const logged = (line: string): void =>
  write(line.length > longestLine ? `${line.slice(0, longestLine)}…` : line);
