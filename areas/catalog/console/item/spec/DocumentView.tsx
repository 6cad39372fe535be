import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Slot } from "#console/shell/Slot.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { printYaml } from "#console/widgets/code/use-yaml.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import type { Json } from "#language/columns.ts";
import { readDate } from "#lib/time/dates.ts";
import type { ConfigAt } from "../../../contract.ts";
import { hasContent } from "../../parts/Facts.tsx";
import { documentOf, type Item } from "../item-query.ts";
import { MergedChangesNotice } from "./MergedChangesNotice.tsx";
import { blameMargin } from "./BlameMark.tsx";
import { shownDocument } from "./shown-document.ts";
import { blameOf, documentAt } from "./spec-query.ts";
import { specUrl } from "./spec-url.ts";
import { isUnknown, Message, UnknownDocument } from "./UnknownDocument.tsx";
import { useSelectedLines } from "./use-selected-lines.ts";

/** The current document, or the document at the time in the URL. */
export function DocumentView({ item }: { item: Item }) {
  const [{ at }] = useUrl(specUrl);
  return at === "" ? <Now item={item} /> : <Then item={item} at={at} />;
}

function Now({ item }: { item: Item }) {
  const document = useQuery(documentOf(item));
  if (document.data === undefined) return <Waiting query={document} />;
  if (!hasContent(document.data)) return <Message>The source of this item provides no document.</Message>;
  return <Shown item={item} config={document.data} isNow />;
}

function Then({ item, at }: { item: Item; at: string }) {
  const found = useQuery(documentAt(item.id, at));
  if (!found.data) return <Waiting query={found} />;
  return (
    <>
      {found.data.between ? <MergedChangesNotice of={found.data.between} /> : <Past found={found.data} />}
      {isUnknown(found.data) ? <UnknownDocument of={found.data} /> : <Shown item={item} config={found.data.config} />}
    </>
  );
}

const Past = ({ found: { time, is_current, version, next } }: { found: ConfigAt }) => (
  <p role="status" className="flex shrink-0 items-start gap-1.5 rounded-md bg-sunken px-3 py-1.5 text-muted">
    <span className="flex h-5 items-center">
      <Icon name="history" size={14} />
    </span>
    <span>
      The document as of{" "}
      <span className="font-medium text-text">
        <Timestamp at={time} format="timestamp" />
      </span>
      {version && readDate(version.at) !== readDate(time) && (
        <>
          , since <Age since={version.at} />
        </>
      )}
      {is_current ? (
        ". It has not changed since."
      ) : next ? (
        <>
          , until <Age since={next.at} />.
        </>
      ) : (
        "."
      )}
    </span>
  </p>
);

interface WaitingProps {
  query: { isError: boolean; error: unknown; isFetching: boolean; refetch(): Promise<unknown> };
}

const Waiting = ({ query }: WaitingProps) =>
  query.isError ? (
    <ErrorPage error={query.error} retry={() => void query.refetch()} isRetrying={query.isFetching} />
  ) : (
    <TextSkeleton label="the document" lines={12} />
  );

interface ShownProps {
  item: Item;
  config: Json;
  isNow?: boolean;
}

function Shown({ item, config, isNow = false }: ShownProps) {
  const [{ format, blame }, change] = useUrl(specUrl);
  const selection = useSelectedLines();
  const document = shownDocument(config);
  const isBlamed = isNow && blame === "yes";
  const lines = useQuery({ ...blameOf(item, format), enabled: isBlamed });
  const blamed = isBlamed ? lines.data : undefined;
  const tools: ReactNode = isNow && (
    <button
      type="button"
      aria-pressed={blame === "yes"}
      title="When each line last changed"
      onClick={() => void change({ blame: blame === "yes" ? "no" : "yes" })}
      className="flex h-6.5 shrink-0 items-center gap-1.5 rounded-md border border-line px-2 text-meta text-muted aria-pressed:bg-selected aria-pressed:text-text"
    >
      <Icon name="history" size={14} />
      {isBlamed && lines.isFetching ? "Loading" : "Blame"}
    </button>
  );
  const isText = document.kind === "text";
  const print = async () =>
    isText ? document.text : format === "yaml" ? printYaml(document.value) : JSON.stringify(document.value, null, 2);
  const { id, name, type } = item;
  return (
    <>
      {isBlamed && lines.isError && (
        <ErrorPage error={lines.error} retry={() => void lines.refetch()} isRetrying={lines.isFetching} />
      )}
      {blamed && !blamed.gap && blamed.versions.length === 0 && (
        <p role="status" className="shrink-0 text-muted">
          No line has changed since it was first seen.
        </p>
      )}
      {blamed?.gap && (
        <p role="status" className="shrink-0 text-muted">
          Lines without a mark have not changed since <Timestamp at={blamed.gap.before} format="timestamp" />.{" "}
          {blamed.gap.reason}
        </p>
      )}
      <DataViewer
        title={`Config of ${item.name}`}
        value={blamed ? blamed.lines.map(({ text }) => text).join("\n") : isText ? document.text : document.value}
        {...((blamed || isText) && { language: blamed ? format : isText ? document.language : "text" })}
        format={format}
        {...(!isText && { onFormat: (next) => void change({ format: next }, { replace: true }) })}
        selection={selection}
        margin={blamed && blameMargin(blamed, (id) => void change({ change: id }))}
        tools={
          <>
            {selection.lines.size > 0 && (
              <Slot name="config_lines.actions" of={{ id, name, type, selected: selection.lines, print }} />
            )}
            {tools}
          </>
        }
        className="min-h-0 flex-1"
      />
    </>
  );
}
