import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { exchange } from "#console/client/http.ts";
import { Bytes } from "#console/widgets/Bytes.tsx";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Markdown } from "#console/widgets/text/Formatted.tsx";
import { linesOfText } from "../output/line-store.ts";
import { Lines } from "../output/OutputView.tsx";
import type { Artifact } from "../../runs/run-query.ts";

const MAX_SHOWN = 50 * 1024 * 1024;
/** The viewer with folding is used only for documents that people read. */
const MAX_DOCUMENT = 1024 * 1024;

export const artifactAddress = (id: string) => `/api/artifacts/download/${id}`;

/** A file of an action: its text, or a download link. */
export function ArtifactView({ artifact }: { artifact: Artifact }) {
  const { id, filename, size, content_type: type } = artifact;
  const isText = isTextual(type ?? "", filename);
  const isShown = isText && size <= MAX_SHOWN;
  const found = useQuery({
    queryKey: ["artifact", id],
    queryFn: async ({ signal }) => (await exchange(artifactAddress(id), {}, { signal, timeoutMs: 120_000 })).text,
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="flex h-full min-h-80 flex-col">
      <p className="flex flex-wrap items-center gap-3 px-3 py-2">
        <span className="font-mono wrap-anywhere">{filename}</span>
        <span className="text-muted">
          <Bytes value={size} /> {type}
        </span>
        <a
          href={artifactAddress(id)}
          download
          className="ml-auto inline-flex items-center gap-1.5 text-link hover:underline"
        >
          <Icon name="download" size={14} />
          Download {filename}
        </a>
      </p>
      {!isShown ? (
        <p className="px-3 text-muted">
          {isText
            ? "File is too large to preview. Maximum file size is 50MB."
            : "Files of this type can only be downloaded."}
        </p>
      ) : found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : found.data === undefined ? (
        <div className="p-3">
          <TextSkeleton label={filename} lines={8} />
        </div>
      ) : (
        <Text text={found.data} artifact={artifact} />
      )}
    </div>
  );
}

function Text({ text, artifact: { id, filename, content_type: type } }: { text: string; artifact: Artifact }) {
  const name = `${type ?? ""} ${filename}`.toLowerCase();
  const store = useMemo(() => linesOfText(text), [text]);
  if (text.length <= MAX_DOCUMENT) {
    if (/markdown|\.md$/.test(name)) return <Markdown text={text} className="p-3" />;
    if (name.endsWith("json") || name.startsWith("application/json"))
      return <DataViewer title={filename} value={text} language="json" />;
    if (/ya?ml/.test(name)) return <DataViewer title={filename} value={text} language="yaml" />;
  }
  return <Lines store={store} version={0} name={filename} download={artifactAddress(id)} />;
}

export const isTextual = (type: string, filename: string) =>
  /^text\/|json|yaml|xml|javascript|x-sh/.test(type.toLowerCase()) ||
  ((type === "" || type === "application/octet-stream") &&
    /\.(?:txt|log|md|json|ya?ml|csv|sh|sql|html|xml|diff|patch)$/i.test(filename));
