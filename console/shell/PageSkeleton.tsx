import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { Page } from "./Page.tsx";

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];

/** A page whose code is on its way: its title is known already. */
export function PageSkeleton({ title }: { title: string }) {
  return (
    <Page title={title}>
      <div role="status" aria-label={`Loading ${title}`}>
        <PageBodySkeleton />
      </div>
    </Page>
  );
}

export function PageBodySkeleton() {
  return (
    <div className="flex flex-col p-4">
      {ROWS.map((row) => (
        <div key={row} className="flex h-8 items-center gap-6 border-b border-line">
          <Skeleton className="h-3 w-1/4" />
          <Skeleton className="h-3 w-1/3" />
          <Skeleton className="h-3 w-1/6" />
        </div>
      ))}
    </div>
  );
}
