import { useQuery } from "@tanstack/react-query";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { useYaml } from "#console/widgets/code/use-yaml.ts";
import { DiffViewer } from "#console/widgets/diff/DiffViewer.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import type { Json } from "#language/columns.ts";
import type { ConfigAt } from "../../../contract.ts";
import { documentOf, type Item } from "../item-query.ts";
import { useCompared } from "./compared-points.ts";
import { MergedChangesNotice } from "./MergedChangesNotice.tsx";
import { shownDocument } from "./shown-document.ts";
import { documentAt } from "./spec-query.ts";
import { NOW } from "./spec-url.ts";
import { isUnknown, UnknownDocument } from "./UnknownDocument.tsx";

/** The diff of two versions of a document. */
export function CompareDocuments({ item }: { item: Item }) {
  const { from, to } = useCompared(item);
  const before = useDocument(item, from);
  const after = useDocument(item, to);
  const failed = [before, after].find(({ error }) => error !== null);
  const [left, right] = [useText(before.config), useText(after.config)];
  if (failed) return <ErrorPage error={failed.error} retry={failed.retry} isRetrying={failed.isFetching} />;
  const unknown = before.unknown ?? after.unknown;
  if (unknown) return <UnknownDocument of={unknown} />;
  if (left === undefined || right === undefined) return <TextSkeleton label="both versions" lines={12} />;
  const between = new Map([before.between, after.between].flatMap((span) => (span ? [[span.from, span]] : [])));
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      {[...between].map(([key, span]) => (
        <MergedChangesNotice key={key} of={span} />
      ))}
      <DiffViewer title={`Config of ${item.name}`} before={left} after={right} isFilling />
    </div>
  );
}

interface Found {
  /** Undefined while the document is loading. */
  config: Json | undefined;
  /** The response of the server, if the document at that time is unknown. */
  unknown: ConfigAt | undefined;
  between: NonNullable<ConfigAt["between"]> | undefined;
  error: unknown;
  isFetching: boolean;
  retry: () => void;
}

/** The document at a point in time. The point is undefined until the versions are loaded. */
function useDocument(item: Item, point: string | undefined): Found {
  const isNow = point === NOW;
  const now = useQuery({ ...documentOf(item), enabled: isNow });
  const then = useQuery({ ...documentAt(item.id, point ?? ""), enabled: point !== undefined && !isNow });
  const found = isNow ? now : then;
  const past = point === undefined || isNow ? undefined : then.data;
  return {
    config: isNow ? now.data : past?.config,
    unknown: past && isUnknown(past) ? past : undefined,
    between: past?.between ?? undefined,
    error: found.isError ? found.error : null,
    isFetching: found.isFetching,
    retry: () => void found.refetch(),
  };
}

function useText(config: Json | undefined): string | undefined {
  const shown = config === undefined ? undefined : shownDocument(config);
  const yaml = useYaml(shown?.kind === "data" ? shown.value : "");
  if (shown === undefined) return undefined;
  return shown.kind === "text" ? shown.text : yaml;
}
