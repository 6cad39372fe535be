import { type AnsiColour, type AnsiPiece, ansiPieces } from "#lib/logs/ansi.ts";
import { markWords } from "./marks.ts";

interface LineTextProps {
  text: string;
  /** The words of the search, which are highlighted. */
  words: readonly string[];
  /** The maximum length; lists cut longer texts. */
  maxLength?: number;
}

/** Theme colours that replace the terminal colours, with enough contrast on the theme's background. */
const colours: Readonly<Record<AnsiColour, string>> = {
  black: "text-faint",
  red: "text-unhealthy-text",
  green: "text-healthy-text",
  yellow: "text-warning-text",
  blue: "text-code-key",
  magenta: "text-code-word",
  cyan: "text-link",
  white: "",
};

/**
 * The message of a line, with the terminal colours of the program and with highlighted search words. HTML is shown as
 * text.
 */
export function LineText({ text, words, maxLength }: LineTextProps) {
  const isCut = maxLength !== undefined && text.length > maxLength;
  return (
    <>
      {ansiPieces(isCut ? text.slice(0, maxLength) : text).map((piece, index) => (
        <span key={index} className={lookOf(piece)}>
          {markWords(piece.text, words).map((part, at) =>
            part.isMarked ? (
              <mark key={at} className="rounded-xs bg-found text-inherit">
                {part.text}
              </mark>
            ) : (
              part.text
            ),
          )}
        </span>
      ))}
      {isCut && "…"}
    </>
  );
}

const lookOf = ({ colour, isBold, isFaint, isItalic, isUnderlined }: AnsiPiece) =>
  [
    colour && colours[colour],
    isBold && "font-semibold",
    isFaint && "text-muted",
    isItalic && "italic",
    isUnderlined && "underline",
  ]
    .filter(Boolean)
    .join(" ") || undefined;
