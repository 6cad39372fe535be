import type { ReactNode } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { copyText } from "#console/widgets/copy-or-save.ts";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { Elapsed, Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { templateOf } from "#lib/logs/similar.ts";
import type { LogLine } from "../../contract.ts";
import { plainText } from "#lib/logs/ansi.ts";
import { LevelName } from "../list/LevelName.tsx";
import { LineText } from "#console/widgets/lines/LineText.tsx";
import { searchFor } from "../patterns/patterns.ts";

export interface LineActions {
  /** Filters the lines by this value of a field: only lines with the value, or only lines without it. */
  filterBy: (name: string, value: string, isExcluded: boolean) => void;
  columns: readonly string[];
  toggleColumn: (name: string) => void;
  search: (query: string) => void;
  showContext: () => void;
  link: (line: LogLine) => string;
}

interface LineDetailProps extends LineActions {
  line: LogLine;
  words: readonly string[];
}

/** One line: the whole message, its fields, and buttons that show related lines. */
export function LineDetail({ line, words, ...actions }: LineDetailProps) {
  const similar = searchFor(templateOf(plainText(line.message)));
  const copy = async (text: string) => {
    if (await copyText(text)) toast.success("Copied to clipboard");
  };
  const fields = [
    ...(line.host === undefined ? [] : [["host", line.host] as const]),
    ...(line.source === undefined ? [] : [["source", line.source] as const]),
    ...Object.entries(line.labels).sort(([a], [b]) => (a < b ? -1 : 1)),
  ];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {line.severity && (
          <span className="font-medium">
            <LevelName severity={line.severity} />
          </span>
        )}
        <Timestamp at={line.timestamp} format="timestamp" />
        <span className="text-muted">
          <Elapsed since={line.timestamp} /> ago
        </span>
      </div>
      <pre
        // A long message scrolls, so the element must be focusable for keyboard users.
        tabIndex={0}
        aria-label="Message"
        className="max-h-80 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-[0.75rem]/5 whitespace-pre-wrap wrap-anywhere"
      >
        <LineText text={line.message} words={words} />
      </pre>
      <div className="flex flex-wrap gap-2">
        <Button icon="list-ordered" onClick={actions.showContext}>
          Show context
        </Button>
        {similar !== undefined && (
          <Button icon="search" onClick={() => actions.search(similar)}>
            Similar lines
          </Button>
        )}
        <Button icon="copy" onClick={() => void copy(plainText(line.message))}>
          Copy message
        </Button>
        <Button icon="link" onClick={() => void copy(actions.link(line))}>
          Copy link
        </Button>
      </div>
      {line.count > 1 && (
        <p className="text-muted">
          {line.count.toLocaleString("en")} repeated lines, the first at{" "}
          <Timestamp at={line.firstObserved} format="timestamp" />, the last at{" "}
          <Timestamp at={line.lastObserved} format="timestamp" />
        </p>
      )}
      {fields.length > 0 && (
        <section aria-label="Fields">
          <h3 className="mb-1 font-medium">Fields</h3>
          <dl>
            {fields.map(([name, value]) => (
              <Field key={name} name={name} value={value}>
                <IconButton
                  icon="filter"
                  size="small"
                  label={`Only lines with this ${name}`}
                  onClick={() => actions.filterBy(name, value, false)}
                />
                <IconButton
                  icon="ban"
                  size="small"
                  label={`Without this ${name}`}
                  onClick={() => actions.filterBy(name, value, true)}
                />
                <IconButton
                  icon="columns-3"
                  size="small"
                  label={actions.columns.includes(name) ? `Hide column ${name}` : `Show column ${name}`}
                  aria-pressed={actions.columns.includes(name)}
                  onClick={() => actions.toggleColumn(name)}
                  className="aria-pressed:text-link"
                />
                <IconButton icon="copy" size="small" label={`Copy ${name}`} onClick={() => void copy(value)} />
              </Field>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

/** The buttons appear over the value on hover. Touch screens have no hover, so the value is below its name and buttons. */
const Field = ({ name, value, children }: { name: string; value: string; children: ReactNode }) => (
  <div className="group/field relative flex flex-wrap items-start gap-x-2 border-b border-line py-1 pointer-fine:flex-nowrap">
    <dt title={name} className="min-w-0 flex-1 truncate pt-0.5 text-muted pointer-fine:w-28 pointer-fine:flex-none">
      {name}
    </dt>
    <dd className="order-last min-w-0 basis-full pt-0.5 font-mono text-[0.75rem]/5 wrap-anywhere pointer-fine:order-none pointer-fine:flex-1 pointer-fine:basis-auto">
      {value}
    </dd>
    <dd className="flex shrink-0 pointer-fine:absolute pointer-fine:top-0.5 pointer-fine:right-0 pointer-fine:rounded-sm pointer-fine:bg-surface pointer-fine:opacity-0 pointer-fine:group-focus-within/field:opacity-100 pointer-fine:group-hover/field:opacity-100">
      {children}
    </dd>
  </div>
);
