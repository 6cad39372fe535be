import { Suspense, useMemo } from "react";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { lazyPart } from "#console/widgets/lazy-part.tsx";
import { TableSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Markdown } from "#console/widgets/text/Formatted.tsx";
import { startPath } from "../../parts/paths.ts";
import type { ChosenResource } from "../../start/needed-resource.ts";
import { linesOfText } from "../output/line-store.ts";
import { Lines, OutputView } from "../output/OutputView.tsx";
import { ArtifactView } from "./ArtifactView.tsx";
import type { RecommendedPlaybook, ResultTab } from "./result-tabs.ts";

// Few actions return rows, and the table component is large, so it is loaded on demand.
const ResultTable = lazyPart(async () => (await import("./ResultTable.tsx")).ResultTable);

export interface ResultContentProps {
  tab: ResultTab;
  action: { id: string; name: string };
  /** The URL of the stored output. */
  download: string | undefined;
  /** The resource of the run, for recommended playbooks. */
  resource: ChosenResource | undefined;
}

/** One part of a result, displayed by its content type. */
export function ResultContent({ tab: { label, content }, action, download, resource }: ResultContentProps) {
  switch (content.type) {
    case "output":
      return <OutputView key={action.id} actionId={action.id} name={action.name} download={download} />;
    case "lines":
      return <TextLines text={content.text} name={`${action.name} ${label}`} />;
    case "code":
      return (
        <div className="p-3">
          <CodeBlock title={label} code={content.text} language={content.language} />
        </div>
      );
    case "markdown":
      return <Markdown text={content.text} className="max-w-4xl p-3" />;
    case "data":
      return (
        <div className="p-3">
          <DataViewer title={label} value={content.value} />
        </div>
      );
    case "table":
      return (
        <Suspense fallback={<TableSkeleton label="Rows" />}>
          <ResultTable columns={content.columns} rows={content.rows} />
        </Suspense>
      );
    case "playbooks":
      return <Recommended playbooks={content.playbooks} resource={resource} />;
    case "artifact":
      return <ArtifactView artifact={content.artifact} />;
  }
}

function TextLines({ text, name }: { text: string; name: string }) {
  const store = useMemo(() => linesOfText(text), [text]);
  return <Lines key={name} store={store} version={0} name={name} download={undefined} />;
}

interface RecommendedProps {
  playbooks: readonly RecommendedPlaybook[];
  resource: ChosenResource | undefined;
}

/** Playbooks that a model recommends. Only a person can start them. */
const Recommended = ({ playbooks, resource }: RecommendedProps) => (
  <ul className="flex flex-col gap-1 p-3">
    {playbooks.map(({ id, title, parameters }) => (
      <li key={id}>
        <AddressLink
          href={[
            startPath(id, resource),
            ...parameters.map(
              ({ key, value }) => `${encodeURIComponent(`params.${key}`)}=${encodeURIComponent(value)}`,
            ),
          ].join("&")}
          className="inline-flex items-center gap-1.5 text-link hover:underline"
        >
          <Icon name="play" size={14} />
          {title}
        </AddressLink>
        {parameters.length > 0 && (
          <span className="ml-2 text-meta text-muted wrap-anywhere">
            {parameters.map(({ key, value }) => `${key}: ${value}`).join(", ")}
          </span>
        )}
      </li>
    ))}
  </ul>
);
