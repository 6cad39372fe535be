// Groups lines that differ only in values, and builds searches for a group.
import { templateOf } from "#lib/logs/similar.ts";
import type { LogLine } from "../../contract.ts";
import { plainText } from "#lib/logs/ansi.ts";

export interface LinePattern {
  hash: string;
  /** The message with placeholders for values: "took <n> ms". */
  template: string;
  /** The number of lines. */
  count: number;
  severity: string | undefined;
  /** The newest line. */
  newest: LogLine;
  first: string;
  last: string;
}

/** The groups, largest first. The lines must be newest first. */
export function patternsOf(lines: readonly LogLine[]): LinePattern[] {
  const groups = new Map<string, LinePattern>();
  for (const line of lines) {
    const { hash, count, firstObserved, lastObserved, severity } = line;
    const group = groups.get(hash);
    if (group) {
      group.count += count;
      if (firstObserved < group.first) group.first = firstObserved;
      if (lastObserved > group.last) group.last = lastObserved;
    } else
      groups.set(hash, {
        hash,
        template: templateOf(plainText(line.message)),
        count,
        severity,
        newest: line,
        first: firstObserved,
        last: lastObserved,
      });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

const placeholder = /<(?:uuid|time|ip|hex|duration|n)>/;

/** The parts of a template: fixed texts and placeholders, alternating. */
export const partsOf = (template: string) =>
  template.split(new RegExp(`(${placeholder.source})`)).flatMap((text, index) => {
    const isValue = index % 2 === 1;
    return text === "" ? [] : [{ text, isValue }];
  });

/** Minimum length of a searched text in characters. Shorter texts occur in too many other lines. */
const MIN_LENGTH = 3;
const MAX_PHRASES = 6;

/** The fixed texts of a template. They end at quotes and backslashes, because JSON escapes those characters. */
const phrasesOf = (template: string) =>
  partsOf(template)
    .filter(({ isValue }) => !isValue)
    .flatMap(({ text }) => text.split(/["\\\n\r\t]/))
    .map((text) => text.trim())
    .filter((text) => text.length >= MIN_LENGTH && /[\p{L}\p{N}]/u.test(text))
    .toSorted((a, b) => b.length - a.length);

/** A search that finds the lines of the pattern; undefined if the pattern's text is too short. */
export function searchFor(template: string): string | undefined {
  const phrases = phrasesOf(template).slice(0, MAX_PHRASES);
  return phrases.length === 0 ? undefined : phrases.map((text) => `"${text}"`).join(" ");
}

/** The search without the lines of the pattern. */
export function searchWithout(query: string, template: string): string | undefined {
  const [longest] = phrasesOf(template);
  return longest === undefined ? undefined : [query.trim(), `-"${longest}"`].filter(Boolean).join(" ");
}
