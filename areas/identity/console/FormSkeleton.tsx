import { Skeleton } from "#console/widgets/Skeleton.tsx";

/** The skeleton of a form that is loading. */
export function FormSkeleton({ fields = 2 }: { fields?: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      {Array.from({ length: fields }, (_, field) => (
        <div key={field}>
          <Skeleton className="mb-1.5 h-5 w-20" />
          <Skeleton className="h-9" />
        </div>
      ))}
      <Skeleton className="h-9" />
    </div>
  );
}
