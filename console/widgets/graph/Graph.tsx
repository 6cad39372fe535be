import { type ReactNode, Suspense } from "react";
import { ErrorPage } from "#console/shell/ErrorPage.tsx";
import { lazyPart } from "#console/shell/lazy-part.tsx";
import { GraphSkeleton } from "../skeleton/Skeletons.tsx";
import type { GraphCanvasProps } from "./GraphCanvas.tsx";

interface GraphProps extends Omit<GraphCanvasProps, "nodes"> {
  /** Undefined while they are on their way. */
  nodes: GraphCanvasProps["nodes"] | undefined;
  error?: unknown;
  retry?: () => void;
  /** What is said when there is nothing to draw. */
  empty?: ReactNode;
}

const Canvas = lazyPart(async () => (await import("./GraphCanvas.tsx")).GraphCanvas);

/** Things and the arrows between them. Whoever cannot see it needs a table beside it that says the same. */
export function Graph({ nodes, error, retry, empty = "There is nothing to draw.", ...rest }: GraphProps) {
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
