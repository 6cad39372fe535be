import type { PageShape } from "./area.ts";
import { Page } from "./Page.tsx";
import { PageBodySkeleton } from "./PageBodySkeleton.tsx";

interface PageSkeletonProps {
  title: string;
  shape?: PageShape | undefined;
}

/** Shown while the code of a page is loaded, with the title and the shape of that page. */
export function PageSkeleton({ title, shape }: PageSkeletonProps) {
  return (
    <Page title={title}>
      <div role="status" aria-label={`Loading ${title}`}>
        <PageBodySkeleton shape={shape} />
      </div>
    </Page>
  );
}
