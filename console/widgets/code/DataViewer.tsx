import { type ReactNode, useState } from "react";
import { TextSkeleton } from "../skeleton/Skeletons.tsx";
import { CodeText, type LineMargin } from "./CodeText.tsx";
import type { LineSelection } from "./line-pointer.ts";
import type { CodeLanguage } from "./pieces.ts";
import { useYaml } from "./use-yaml.ts";

export type DataFormat = "yaml" | "json";

interface DataViewerProps {
  /** Shown as YAML or JSON; a string is shown unchanged. */
  value: unknown;
  /** The language of a string. */
  language?: CodeLanguage;
  /** The accessible name. */
  title: string;
  className?: string;
  /** The current format, if the page stores the choice. */
  format?: DataFormat;
  onFormat?: (format: DataFormat) => void;
  /** The lines that can be selected. */
  selection?: LineSelection;
  /** A column at the left of the lines; line numbers refer to the text in the current format. */
  margin?: LineMargin | undefined;
  /** Additional controls before the format switch. */
  tools?: ReactNode;
}

/** Shows data as YAML or JSON, with folding and search. */
export function DataViewer({ value, title, className = "max-h-[70dvh]", language = "text", ...rest }: DataViewerProps) {
  const [chosen, setChosen] = useState<DataFormat>("yaml");
  const { format = chosen, onFormat = setChosen, selection, margin, tools } = rest;
  // With `onFormat`, the page passes strings that are already printed in the current format.
  const hasFormats = typeof value !== "string" || rest.onFormat !== undefined;
  const yaml = useYaml(value);
  const isText = typeof value === "string";
  const text = isText ? value : format === "yaml" ? yaml : JSON.stringify(value, null, 2);
  return (
    <figure
      aria-label={title}
      className={`flex min-h-0 flex-col rounded-md border border-line bg-surface ${className}`}
    >
      {text === undefined ? (
        <div className="p-3">
          <TextSkeleton label={title} lines={8} />
        </div>
      ) : (
        <CodeText
          key={format}
          text={text.replace(/\n+$/, "")}
          language={isText ? language : format}
          title={title}
          selection={selection}
          margin={margin}
          tools={
            <>
              {tools}
              {hasFormats && <Formats format={format} choose={onFormat} />}
            </>
          }
        />
      )}
    </figure>
  );
}

const Formats = ({ format, choose }: { format: DataFormat; choose: (format: DataFormat) => void }) => (
  <span role="group" aria-label="Format" className="flex shrink-0 rounded-md border border-line p-px">
    {(["yaml", "json"] as const).map((each) => (
      <button
        key={each}
        type="button"
        aria-pressed={each === format}
        onClick={() => choose(each)}
        className="h-6 rounded-sm px-2 text-meta text-muted uppercase aria-pressed:bg-selected aria-pressed:text-text"
      >
        {each}
      </button>
    ))}
  </span>
);
