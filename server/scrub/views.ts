// Provides a string unchanged and with its escapes decoded: JSON and shell escapes, percent-encoding, HTML entities,
// even if they are nested. Each view maps its positions to the original string.

export interface View {
  text: string;
  /** Returns the position in the original string. */
  at(place: number): number;
}

/** The maximum nesting of escapes, for example in a log line about a response that quotes a document. */
const maxDepth = 3;

export function viewsOf(text: string): View[] {
  const views: View[] = [{ text, at: (place) => place }];
  const seen = new Set([text]);
  let layer: View[] = views.slice();
  for (let depth = 0; depth < maxDepth && layer.length > 0; depth++) {
    const next = layer.flatMap((view) => decoders.flatMap((decode) => decode(view) ?? []));
    layer = next.filter((view) => !seen.has(view.text) && seen.add(view.text));
    views.push(...layer);
  }
  return views;
}

type Decode = (view: View) => View | undefined;

/** Creates a decoder for all matches of the pattern; it returns undefined without a match. */
const decoder =
  (hint: RegExp, pattern: RegExp, undo: (escape: string) => string): Decode =>
  (view) => {
    if (!hint.test(view.text)) return undefined;
    let text = "";
    let end = 0;
    // The position at which each character starts.
    const starts: number[] = [];
    const copy = (to: number) => {
      text += view.text.slice(end, to);
      for (; end < to; end++) starts.push(end);
    };
    for (const { 0: escape, index } of view.text.matchAll(pattern)) {
      copy(index);
      const plain = undo(escape);
      text += plain;
      for (let unit = 0; unit < plain.length; unit++) starts.push(index);
      end = index + escape.length;
    }
    copy(view.text.length);
    starts.push(view.text.length);
    return { text, at: (place) => view.at(starts[place]!) };
  };

const letters: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v", "0": "\0" };

const backslashes = decoder(/\\/, /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[^])/gi, (escape) =>
  escape.length > 2 ? String.fromCharCode(Number.parseInt(escape.slice(2), 16)) : (letters[escape[1]!] ?? escape[1]!),
);

// A non-ASCII character is a sequence of several escapes, so they are decoded together as UTF-8.
const percents = decoder(
  /[%+]/,
  /\+|%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi,
  (escape) => (escape === "+" ? " " : Buffer.from(escape.replaceAll("%", ""), "hex").toString("utf8")),
);

const entityNames: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">" };

const entities = decoder(/&/, /&(?:quot|apos|amp|lt|gt|#\d{1,7}|#x[0-9a-f]{1,6});/gi, (escape) => {
  const name = escape.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return entityNames[name]!;
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
});

const decoders = [backslashes, percents, entities];
