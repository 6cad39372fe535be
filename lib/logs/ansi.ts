// Splits a line into pieces with the colours that terminals would show (ECMA-48, SGR). All other control sequences and
// characters are removed.

export interface AnsiPiece {
  text: string;
  /** The name of one of the eight terminal colours. */
  colour?: AnsiColour;
  isBold?: boolean;
  isFaint?: boolean;
  isItalic?: boolean;
  isUnderlined?: boolean;
}

const colours = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;
export type AnsiColour = (typeof colours)[number];

type Look = Omit<AnsiPiece, "text">;

const escape = "\u001b";
// Sequences with parameters (CSI), strings such as titles and links (OSC, DCS), and all other escapes.
const sequence =
  // oxlint-disable-next-line no-control-regex -- Control sequences are the subject.
  /\u001b(?:\[([\d;:?<=>]*)[ -/]*([@-~])|[\]PX^_][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)?|[ -/]*[0-~]?)/g;
// oxlint-disable-next-line no-control-regex -- Line breaks and tabs stay.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

export function ansiPieces(line: string): AnsiPiece[] {
  if (!line.includes(escape)) return piece(line, {});
  const pieces: AnsiPiece[] = [];
  let look: Look = {};
  let from = 0;
  for (const found of line.matchAll(sequence)) {
    pieces.push(...piece(line.slice(from, found.index), look));
    from = found.index + found[0].length;
    if (found[2] === "m") look = lookAfter(look, found[1] ?? "");
  }
  pieces.push(...piece(line.slice(from), look));
  return pieces;
}

/** The text without colours, for copies and files. */
export const plainText = (line: string) =>
  line.includes(escape) ? line.replaceAll(sequence, "").replaceAll(controls, "") : line.replaceAll(controls, "");

function piece(raw: string, look: Look): AnsiPiece[] {
  const text = raw.replaceAll(controls, "");
  return text === "" ? [] : [{ text, ...look }];
}

function lookAfter(before: Look, parameters: string): Look {
  let look = before;
  const codes = parameters.split(/[;:]/).map((code) => Number(code || 0));
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at]!;
    // A colour from a palette of 256 or 16 million colours; only the first sixteen of the 256 have a name.
    if (code === 38 || code === 48) {
      const [kind, number = 0] = codes.slice(at + 1);
      at += kind === 5 ? 2 : 4;
      if (code === 38)
        look = kind === 5 && number < 16 ? { ...look, colour: colours[number % 8]! } : withoutColour(look);
    } else look = lookWith(look, code);
  }
  return look;
}

function lookWith(look: Look, code: number): Look {
  if (code === 0) return {};
  if (code === 1) return { ...look, isBold: true };
  if (code === 2) return { ...look, isFaint: true };
  if (code === 3) return { ...look, isItalic: true };
  if (code === 4) return { ...look, isUnderlined: true };
  if (code === 39) return withoutColour(look);
  if (code === 22) return { ...look, isBold: false, isFaint: false };
  if (code >= 30 && code <= 37) return { ...look, colour: colours[code - 30]! };
  if (code >= 90 && code <= 97) return { ...look, colour: colours[code - 90]! };
  return look;
}

function withoutColour({ colour: _colour, ...look }: Look): Look {
  return look;
}
