import { useEffect, useMemo, useState } from "react";
import { coloursInWorker } from "./render-thread.ts";
import { type Colours, unpacked } from "./colours.ts";
import type { CodeLanguage } from "./pieces.ts";
import { type Line, plainLines } from "./pieces.ts";

/** Number of characters that can be highlighted within one frame. */
const MAX_SYNC_CHARACTERS = 12_000;
// Maximum number of characters. Longer texts are not highlighted, because it would take too long.
const MAX_CHARACTERS = 120_000;
const MAX_WORKER_CHARACTERS = 2_000_000;

/** The lines of code: plain at first, highlighted once the highlighter is loaded. */
export function useHighlighted(code: string, language: CodeLanguage): readonly Line[] {
  const plain = useMemo(() => plainLines(code), [code]);
  const [coloured, setColoured] = useState<{ code: string; lines: readonly Line[] }>();
  useEffect(() => {
    if (language === "text" || code === "" || code.length > MAX_CHARACTERS) return undefined;
    let isWanted = true;
    import("./highlight.ts").then(
      ({ highlight }) => isWanted && setColoured({ code, lines: highlight(code, language) }),
      () => {},
    );
    return () => void (isWanted = false);
  }, [code, language]);
  return coloured?.code === code ? coloured.lines : plain;
}

/** Like `useHighlighted`, for long texts of which only some lines are rendered: lines are built on demand. */
export function useHighlightedLines(
  code: string,
  lines: readonly string[],
  language: CodeLanguage,
): (line: number) => Line {
  const isShort = code.length <= MAX_SYNC_CHARACTERS;
  const here = useHighlighted(isShort ? code : "", language);
  const [fromWorker, setFromWorker] = useState<{ code: string; colours: Colours }>();
  useEffect(() => {
    if (language === "text" || isShort || code.length > MAX_WORKER_CHARACTERS) return undefined;
    let isWanted = true;
    coloursInWorker(code, language).then(
      (colours) => isWanted && setFromWorker({ code, colours }),
      () => {},
    );
    return () => void (isWanted = false);
  }, [code, language, isShort]);
  return (line) => {
    const text = lines[line] ?? "";
    if (isShort) return here[line] ?? [{ text, look: "" }];
    return fromWorker?.code === code ? unpacked(fromWorker.colours, line, text) : [{ text, look: "" }];
  };
}
