import { useQuery } from "@tanstack/react-query";
import { ErrorPage } from "#console/shell/ErrorPage.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { useYaml } from "#console/widgets/code/use-yaml.ts";
import { DiffViewer } from "#console/widgets/diff/DiffViewer.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import type { Json } from "#language/columns.ts";
import type { ConfigAt } from "../../../contract.ts";
import { documentOf, type Item } from "../item-query.ts";
import { Between } from "./Between.tsx";
import { shownDocument } from "./shown-document.ts";
import { documentAt, versionsOf } from "./spec-query.ts";
import { specUrl } from "./spec-url.ts";
import { isUntold, Untold } from "./Untold.tsx";

/** Two versions of a document. Without a choice, the one before the last change and the one of now. */
export function CompareDocuments({ item }: { item: Item }) {
  const [{ from, to }] = useUrl(specUrl);
  const versions = useQuery({ ...versionsOf(item), enabled: from === "" });
  const [, previous] = versions.data?.versions ?? [];
  const first = versions.data?.first_at ?? "";
  // Where there is only one version, it is compared with itself: nothing differs.
  const before = useDocument(item, from || (versions.data ? (previous?.id ?? first) : undefined));
  const after = useDocument(item, to);
  const failed = [before, after].find(({ error }) => error !== null);
  const [left, right] = [useText(before.config), useText(after.config)];
  if (failed) return <ErrorPage error={failed.error} retry={failed.retry} isRetrying={failed.isFetching} />;
  const untold = before.untold ?? after.untold;
  if (untold) return <Untold of={untold} />;
  if (left === undefined || right === undefined) return <TextSkeleton label="both versions" lines={12} />;
  const between = new Map([before.between, after.between].flatMap((one) => (one ? [[one.from, one]] : [])));
  return (
    <div className="min-h-0 flex-1 space-y-2 overflow-y-auto">
      {[...between].map(([from, of]) => (
        <Between key={from} of={of} />
      ))}
      <DiffViewer title={`Config of ${item.name}`} before={left} after={right} />
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

/** Empty for now; undefined while it is not known which. */
function useDocument(item: Item, point: string | undefined): Found {
  const now = useQuery({ ...documentOf(item), enabled: point === "" });
  const then = useQuery({ ...documentAt(item.id, point ?? ""), enabled: point !== undefined && point !== "" });
  const found = point === "" ? now : then;
  return {
    config: point === undefined ? undefined : point === "" ? now.data : then.data?.config,
    untold: point && then.data && isUntold(then.data) ? then.data : undefined,
    between: (point && then.data?.between) || undefined,
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
