import { type AnsiColour, type AnsiPiece, ansiPieces } from "#lib/logs/ansi.ts";
import { markWords } from "./marks.ts";

interface LineTextProps {
  text: string;
  /** The words of the search, which are marked. */
  words: readonly string[];
  /** Longer texts are cut, for lists. */
  maxLength?: number;
}

/** Colours of the theme with enough contrast on its background, for those that terminals use. */
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

/** The message of a line: with the colours that its program wrote, and the found words marked. HTML in it is text. */
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
