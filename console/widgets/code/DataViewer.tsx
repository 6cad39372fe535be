import { type ReactNode, useState } from "react";
import { TextSkeleton } from "../skeleton/Skeletons.tsx";
import { CodeText, type LineMargin, type LineSelection } from "./CodeText.tsx";
import type { CodeLanguage } from "./highlight.ts";
import { useYaml } from "./use-yaml.ts";

export type DataFormat = "yaml" | "json";

interface DataViewerProps {
  /** Shown as YAML or JSON; a text is shown as it is. */
  value: unknown;
  /** Of a text. */
  language?: CodeLanguage;
  /** What it is; read out. */
  title: string;
  className?: string;
  /** Which of the two, where the page keeps the choice. */
  format?: DataFormat;
  onFormat?: (format: DataFormat) => void;
  /** Lines that can be pointed at. */
  selection?: LineSelection;
  /** What stands before the lines; of the text in the format that is shown. */
  margin?: LineMargin | undefined;
  /** More to choose, beside the format. */
  tools?: ReactNode;
}

/** Data to read: as YAML or JSON, with lines that fold and words that can be found. */
export function DataViewer({ value, title, className = "max-h-[70dvh]", language = "text", ...rest }: DataViewerProps) {
  const [chosen, setChosen] = useState<DataFormat>("yaml");
  const { format = chosen, onFormat = setChosen, selection, margin, tools } = rest;
  // A text that a page has written in the format itself.
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
