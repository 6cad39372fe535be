// Reads a line `# gotemplate: left-delim=X right-delim=Y`, which sets the delimiters, from the leading comment lines of
// a template.
import type { Delimiters } from "./lex.ts";

export interface Header {
  delimiters: Delimiters;
  /** The template without the header line. */
  text: string;
  /** The number of the header line, from 1. */
  line: number;
}

const shape = /^#\s*gotemplate:\s*left-delim=(\S+)\s+right-delim=(\S+)\s*$/;

export function readHeader(source: string): Header | undefined {
  if (!source.includes("gotemplate:")) return undefined;
  const lines = source.split("\n");
  for (const [index, line] of lines.entries()) {
    const found = shape.exec(line.trim());
    if (found) {
      const text = [...lines.slice(0, index), ...lines.slice(index + 1)].join("\n");
      return { delimiters: { open: found[1]!, close: found[2]! }, text, line: index + 1 };
    }
    if (!line.startsWith("#") && line.trim() !== "---") return undefined;
  }
  return undefined;
}

/** Whether a string has template actions, with either pair of default delimiters or with the delimiters of a header. */
export const isTemplateText = (text: string): boolean => /\{\{|\$\(/.test(text) || readHeader(text) !== undefined;
