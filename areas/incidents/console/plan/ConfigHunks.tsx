import { Fragment } from "react";
import type { Json } from "#language/columns.ts";
import { hunksOf } from "./config-lines.ts";

type Lines = Readonly<Record<string, string>>;

/** Keeps only the values of the stored map that are strings. */
const linesIn = (value: Json | undefined): Lines =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
      )
    : {};

/** The selected lines of a document with a few lines around them. */
export function ConfigHunks({ fields }: { fields: Readonly<Record<string, Json | undefined>> }) {
  const hunks = hunksOf({ lines: linesIn(fields["lines"]), selected_lines: linesIn(fields["selected_lines"]) });
  if (hunks.length === 0) return null;
  return (
    // Scrolling content must be focusable, so that the keyboard can scroll it.
    <pre
      tabIndex={0}
      aria-label="Selected lines"
      className="max-h-72 overflow-auto border-t border-line py-1 font-mono text-[0.75rem]/5 -outline-offset-2"
    >
      {hunks.map(({ lines }, index) => (
        <Fragment key={lines[0]!.number}>
          {index > 0 && (
            <div aria-hidden className="px-3 text-faint">
              ⋯
            </div>
          )}
          {lines.map(({ number, text, isSelected }) => (
            <div key={number} className={`flex px-3 ${isSelected ? "bg-selected" : ""}`}>
              <span aria-hidden className="w-10 shrink-0 pr-3 text-right text-faint select-none">
                {number + 1}
              </span>
              <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{text || " "}</span>
            </div>
          ))}
        </Fragment>
      ))}
    </pre>
  );
}
