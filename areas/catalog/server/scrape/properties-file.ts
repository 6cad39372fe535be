// Parses Java properties files: `key=value`, `key: value` or `key value` per line, comments with `#` or `!`, lines
// continued after a backslash. A value ends before a `#` that follows white space, but `colour = #f00` is a value;
// write `\\#` to include a `#` in a value.

export function readProperties(text: string): Record<string, string> {
  const found = new Map<string, string>();
  for (const line of logicalLines(text)) {
    const [, key = "", value = ""] = /^((?:\\.|[^\\\s=:])*)(?:\s*[=:]\s*|\s+|$)(.*)$/s.exec(line) ?? [];
    if (key !== "") found.set(unescaped(key), unescaped(withoutComment(value)));
  }
  return Object.fromEntries(found);
}

const withoutComment = (value: string) => value.replace(/(?:^#(?=\s)|\s+#).*$/s, "");

function* logicalLines(text: string): Generator<string> {
  let held = "";
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const rest = line.trimStart();
    if (held === "" && (rest === "" || /^[#!]/.test(rest))) continue;
    const [slashes = ""] = /\\*$/.exec(rest)!;
    if (slashes.length % 2 === 1) {
      held += rest.slice(0, -1);
      continue;
    }
    yield held + rest;
    held = "";
  }
  if (held !== "") yield held;
}

const named: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", f: "\f" };

const unescaped = (text: string) =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, sign: string) =>
    code === undefined ? (named[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );
