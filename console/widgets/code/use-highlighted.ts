import { useEffect, useMemo, useState } from "react";
import type { CodeLanguage } from "./highlight.ts";
import { type Line, plainLines } from "./pieces.ts";

// Beyond this the colours would cost more than they tell.
const MOST_CHARACTERS = 120_000;

/** The lines of code: plain at once, in colours as soon as those are here. Without them it can still be read. */
export function useHighlighted(code: string, language: CodeLanguage): readonly Line[] {
  const plain = useMemo(() => plainLines(code), [code]);
  const [coloured, setColoured] = useState<{ of: string; lines: readonly Line[] }>();
  useEffect(() => {
    if (language === "text" || code.length > MOST_CHARACTERS) return undefined;
    let isWanted = true;
    import("./highlight.ts").then(
      ({ highlight }) => isWanted && setColoured({ of: code, lines: highlight(code, language) }),
      () => {},
    );
    return () => void (isWanted = false);
  }, [code, language]);
  return coloured?.of === code ? coloured.lines : plain;
}
