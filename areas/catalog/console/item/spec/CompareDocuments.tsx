import { useQuery } from "@tanstack/react-query";
import { ErrorPage } from "#console/shell/ErrorPage.tsx";
import { useYaml } from "#console/widgets/code/use-yaml.ts";
import { DiffViewer } from "#console/widgets/diff/DiffViewer.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import type { Json } from "#language/columns.ts";
import type { ConfigAt } from "../../../contract.ts";
import { documentOf, type Item } from "../item-query.ts";
import { Between } from "./Between.tsx";
import { shownDocument } from "./shown-document.ts";
import { documentAt } from "./spec-query.ts";
import { NOW } from "./spec-url.ts";
import { isUntold, Untold } from "./Untold.tsx";
import { useCompared } from "./use-compared.ts";

/** Two versions of a document. */
export function CompareDocuments({ item }: { item: Item }) {
  const { from, to } = useCompared(item);
  const before = useDocument(item, from);
  const after = useDocument(item, to);
  const failed = [before, after].find(({ error }) => error !== null);
  const [left, right] = [useText(before.config), useText(after.config)];
  if (failed) return <ErrorPage error={failed.error} retry={failed.retry} isRetrying={failed.isFetching} />;
  const untold = before.untold ?? after.untold;
  if (untold) return <Untold of={untold} />;
  if (left === undefined || right === undefined) return <TextSkeleton label="both versions" lines={12} />;
  const between = new Map([before.between, after.between].flatMap((one) => (one ? [[one.from, one]] : [])));
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      {[...between].map(([from, of]) => (
        <Between key={from} of={of} />
      ))}
      <DiffViewer title={`Config of ${item.name}`} before={left} after={right} isFilling />
    </div>
  );
}

interface Found {
  /** Undefined while it is on its way. */
  config: Json | undefined;
  /** What was answered where there is no document of that moment. */
  untold: ConfigAt | undefined;
  between: NonNullable<ConfigAt["between"]> | undefined;
  error: unknown;
  isFetching: boolean;
  retry: () => void;
}

/** Undefined while it is not known which. */
function useDocument(item: Item, point: string | undefined): Found {
  const isNow = point === NOW;
  const now = useQuery({ ...documentOf(item), enabled: isNow });
  const then = useQuery({ ...documentAt(item.id, point ?? ""), enabled: point !== undefined && !isNow });
  const found = isNow ? now : then;
  const past = point === undefined || isNow ? undefined : then.data;
  return {
    config: isNow ? now.data : past?.config,
    untold: past && isUntold(past) ? past : undefined,
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
