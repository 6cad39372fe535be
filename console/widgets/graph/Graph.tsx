import { type ReactNode, Suspense } from "react";
import { ErrorPage } from "../error/ErrorPage.tsx";
import { lazyPart } from "../lazy-part.tsx";
import { GraphSkeleton } from "../skeleton/Skeletons.tsx";
import type { GraphCanvasProps } from "./graph.ts";

interface GraphProps extends Omit<GraphCanvasProps, "nodes"> {
  /** Undefined while the nodes load. */
  nodes: GraphCanvasProps["nodes"] | undefined;
  error?: unknown;
  retry?: () => void;
  /** Shown if there are no nodes. */
  empty?: ReactNode;
}

const Canvas = lazyPart(async () => (await import("./GraphCanvas.tsx")).GraphCanvas);

/** A directed graph. Pages must also offer a table with the same data, for people who cannot see the graph. */
export function Graph({ nodes, error, retry, empty = "There is nothing to show.", ...rest }: GraphProps) {
  if (nodes === undefined && error !== undefined && error !== null)
    return (
      <div className="p-4">
        <ErrorPage error={error} retry={retry ?? (() => {})} isRetrying={false} />
      </div>
    );
  if (nodes === undefined) return <GraphSkeleton label={rest.label} />;
  if (nodes.length === 0)
    return <div className="flex flex-col items-center gap-3 p-8 text-center text-muted">{empty}</div>;
  return (
    <Suspense fallback={<GraphSkeleton label={rest.label} />}>
      <Canvas nodes={nodes} {...rest} />
    </Suspense>
  );
}
