import type { PageShape } from "./area.ts";
import { Page } from "./Page.tsx";
import { PageBodySkeleton } from "./PageBodySkeleton.tsx";

interface PageSkeletonProps {
  title: string;
  shape?: PageShape | undefined;
}

/** A page whose code is on its way: its title and its shape are known already. */
export function PageSkeleton({ title, shape }: PageSkeletonProps) {
  return (
    <Page title={title}>
      <div role="status" aria-label={`Loading ${title}`}>
        <PageBodySkeleton shape={shape} />
      </div>
    </Page>
  );
}
