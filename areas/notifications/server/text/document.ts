// The text of a message as blocks of styled runs. Renderers print it in the format of a service and escape it there.

/** A piece of text with one style. A line break is "\n". */
export interface Run {
  text: string;
  bold?: boolean;
  italic?: boolean;
  strike?: boolean;
  code?: boolean;
  /** Only http(s) and mailto URLs. */
  url?: string;
}

export type Runs = readonly Run[];

export type Block =
  | { kind: "paragraph" | "heading" | "quote"; runs: Runs }
  | {
      kind: "list";
      items: readonly Runs[];
      isNumbered?: boolean;
      /** Each item begins with a symbol or a label, so it needs no bullet. */
      isBare?: boolean;
    }
  | { kind: "code"; text: string };

export type Document = readonly Block[];

export const paragraph = (...runs: Runs): Block => ({ kind: "paragraph", runs });
export const heading = (text: string): Block => ({ kind: "heading", runs: [{ text }] });
export const bulletList = (items: readonly Runs[]): Block => ({ kind: "list", items });

/** Links to other schemes, such as javascript:, are printed as text. */
export const isLinkable = (url: string) => /^(?:https?:\/\/|mailto:)\S+$/i.test(url) && URL.canParse(url);

const ellipsis = "…";

/** Splits a document after this number of characters; surrogate pairs are not split. */
export function divide(document: Document, at: number): [head: Document, tail: Document] {
  const head: Block[] = [];
  const tail: Block[] = [];
  let room = at;
  for (const block of document) {
    if (room <= 0) {
      tail.push(block);
      continue;
    }
    const length = lengthOf(block);
    if (length <= room) head.push(block);
    else {
      const [first, rest] = divideBlock(block, room);
      head.push(first);
      tail.push(rest);
    }
    room -= length;
  }
  return [head, tail];
}

/** Returns the document, or its first characters and an ellipsis. */
export function shorten(document: Document, maxLength: number): Document {
  if (documentLength(document) <= maxLength) return document;
  const [head] = divide(document, Math.max(0, maxLength - 1));
  const last = head.at(-1);
  return last ? [...head.slice(0, -1), withEllipsis(last)] : [paragraph({ text: ellipsis })];
}

export const documentLength = (document: Document) => document.reduce((sum, block) => sum + lengthOf(block), 0);

const runsLength = (runs: Runs) => runs.reduce((sum, { text }) => sum + text.length, 0);

const lengthOf = (block: Block): number =>
  block.kind === "code"
    ? block.text.length
    : block.kind === "list"
      ? block.items.reduce((sum, item) => sum + runsLength(item), 0)
      : runsLength(block.runs);

function divideBlock(block: Block, at: number): [Block, Block] {
  if (block.kind === "code") {
    const cut = wholeCharacters(block.text, at);
    return [
      { kind: "code", text: block.text.slice(0, cut) },
      { kind: "code", text: block.text.slice(cut) },
    ];
  }
  if (block.kind !== "list") {
    const [first, rest] = divideRuns(block.runs, at);
    return [
      { ...block, runs: first },
      { ...block, runs: rest },
    ];
  }
  const [first, rest]: [Runs[], Runs[]] = [[], []];
  let room = at;
  for (const item of block.items) {
    const length = runsLength(item);
    if (room <= 0) rest.push(item);
    else if (length <= room) first.push(item);
    else {
      const [start, end] = divideRuns(item, room);
      first.push(start);
      rest.push(end);
    }
    room -= length;
  }
  return [
    { ...block, items: first },
    { ...block, items: rest },
  ];
}

function divideRuns(runs: Runs, at: number): [Run[], Run[]] {
  const [first, rest]: [Run[], Run[]] = [[], []];
  let room = at;
  for (const run of runs) {
    if (room <= 0) rest.push(run);
    else if (run.text.length <= room) first.push(run);
    else {
      const cut = wholeCharacters(run.text, room);
      first.push({ ...run, text: run.text.slice(0, cut) });
      rest.push({ ...run, text: run.text.slice(cut) });
    }
    room -= run.text.length;
  }
  return [first, rest];
}

/** Returns the text, or its first characters and an ellipsis. The length counts UTF-16 units, as most services do. */
export const cut = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : `${text.slice(0, wholeCharacters(text, maxLength - 1)).trimEnd()}${ellipsis}`;

/** Cuts a text so that its escaped form has at most `maxLength` characters, and never inside an escape sequence. */
export function cutEscaped(text: string, maxLength: number, escape: (text: string) => string): string {
  if (escape(text).length <= maxLength) return escape(text);
  let [fits, tooLong] = [1, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (escape(cut(text, middle)).length <= maxLength) fits = middle;
    else tooLong = middle;
  }
  return escape(cut(text, fits));
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

const wholeCharacters = (text: string, at: number) => (isHighSurrogate(text.charCodeAt(at - 1)) ? at - 1 : at);

function withEllipsis(block: Block): Block {
  if (block.kind === "code") return { kind: "code", text: `${block.text.trimEnd()}${ellipsis}` };
  if (block.kind !== "list") return { ...block, runs: [...block.runs, { text: ellipsis }] };
  const last = block.items.at(-1) ?? [];
  return { ...block, items: [...block.items.slice(0, -1), [...last, { text: ellipsis }]] };
}
