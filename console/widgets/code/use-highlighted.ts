import { useEffect, useMemo, useState } from "react";
import { coloursBeside } from "./beside.ts";
import { type Colours, unpacked } from "./colours.ts";
import type { CodeLanguage } from "./highlight.ts";
import { type Line, plainLines } from "./pieces.ts";

/** So much is coloured within a frame. */
const SHORT = 12_000;
// Beyond this the colours would cost more than they tell.
const MOST_CHARACTERS = 120_000;
const MOST_BESIDE = 2_000_000;

/** The lines of code: plain at once, in colours as soon as those are here. Without them it can still be read. */
export function useHighlighted(code: string, language: CodeLanguage): readonly Line[] {
  const plain = useMemo(() => plainLines(code), [code]);
  const [coloured, setColoured] = useState<{ of: string; lines: readonly Line[] }>();
  useEffect(() => {
    if (language === "text" || code === "" || code.length > MOST_CHARACTERS) return undefined;
    let isWanted = true;
    import("./highlight.ts").then(
      ({ highlight }) => isWanted && setColoured({ of: code, lines: highlight(code, language) }),
      () => {},
    );
    return () => void (isWanted = false);
  }, [code, language]);
  return coloured?.of === code ? coloured.lines : plain;
}

/** The same for a text of any length, of which only some lines are drawn: those are made as they are asked for. */
export function useHighlightedLines(
  code: string,
  lines: readonly string[],
  language: CodeLanguage,
): (line: number) => Line {
  const isShort = code.length <= SHORT;
  const here = useHighlighted(isShort ? code : "", language);
  const [beside, setBeside] = useState<{ of: string; colours: Colours }>();
  useEffect(() => {
    if (language === "text" || isShort || code.length > MOST_BESIDE) return undefined;
    let isWanted = true;
    coloursBeside(code, language).then(
      (colours) => isWanted && setBeside({ of: code, colours }),
      () => {},
    );
    return () => void (isWanted = false);
  }, [code, language, isShort]);
  return (line) => {
    const text = lines[line] ?? "";
    if (isShort) return here[line] ?? [{ text, look: "" }];
    return beside?.of === code ? unpacked(beside.colours, line, text) : [{ text, look: "" }];
  };
}
