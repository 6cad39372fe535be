// Stand-ins in the shape of what will come, so that nothing jumps when it does. Each says that it loads.
import type { ReactNode } from "react";
import { Skeleton } from "../Skeleton.tsx";

interface ShapeProps {
  /** What is on its way; read out. */
  label: string;
}

const Loading = ({ label, className = "", children }: ShapeProps & { className?: string; children: ReactNode }) => (
  <div role="status" aria-label={`Loading ${label}`} className={className}>
    {children}
  </div>
);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
/** The same at every drawing, and yet not all alike. */
const widthOf = (index: number) => ["w-11/12", "w-3/4", "w-5/6", "w-2/3", "w-4/5"][index % 5] ?? "";

export const TextSkeleton = ({ label, lines = 4 }: ShapeProps & { lines?: number }) => (
  <Loading label={label} className="flex flex-col gap-2 py-1">
    {numbers(lines).map((line) => (
      <Skeleton key={line} className={`h-3 ${widthOf(line)}`} />
    ))}
  </Loading>
);

export const TableSkeleton = ({ label, rows = 8, columns = 4 }: ShapeProps & { rows?: number; columns?: number }) => (
  <Loading label={label}>
    {numbers(rows).map((row) => (
      <div key={row} className="flex h-8 items-center gap-6 border-b border-line px-4">
        {numbers(columns).map((column) => (
          <span key={column} className="min-w-0 flex-1">
            <Skeleton className={`h-3 ${widthOf(row + column * 2)}`} />
          </span>
        ))}
      </div>
    ))}
  </Loading>
);

export const CardsSkeleton = ({ label, cards = 6 }: ShapeProps & { cards?: number }) => (
  <Loading label={label} className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-3">
    {numbers(cards).map((card) => (
      <div key={card} className="rounded-lg border border-line bg-surface p-3">
        <div className="flex items-center gap-2">
          <Skeleton isRound className="size-6" />
          <Skeleton className="h-3 w-1/2" />
        </div>
        <Skeleton className="mt-4 h-3 w-5/6" />
        <Skeleton className="mt-2 h-3 w-2/3" />
      </div>
    ))}
  </Loading>
);

export const FormSkeleton = ({ label, fields = 4 }: ShapeProps & { fields?: number }) => (
  <Loading label={label} className="flex max-w-xl flex-col gap-5">
    {numbers(fields).map((field) => (
      <div key={field}>
        <Skeleton className="mb-2 h-3 w-24" />
        <Skeleton className="h-9 w-full" />
      </div>
    ))}
  </Loading>
);

/** The facts of one thing beside its content. */
export const DetailSkeleton = ({ label }: ShapeProps) => (
  <Loading label={label} className="flex flex-col gap-8 shell:flex-row">
    <div className="min-w-0 flex-1">
      <Skeleton className="mb-4 h-5 w-1/3" />
      {numbers(7).map((line) => (
        <Skeleton key={line} className={`mb-3 h-3 ${widthOf(line)}`} />
      ))}
    </div>
    <div className="shrink-0 shell:w-64">
      {numbers(6).map((fact) => (
        <div key={fact} className="flex h-8 items-center justify-between border-b border-line">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </div>
  </Loading>
);

export const ChartSkeleton = ({ label, height = 200 }: ShapeProps & { height?: number }) => (
  <Loading label={label}>
    <div style={{ height }} className="flex items-end gap-1 border-b border-l border-line pl-1">
      {[34, 52, 45, 68, 61, 40, 57, 73, 66, 49, 62, 80, 71, 55, 44, 59].map((percent, bar) => (
        <span key={bar} style={{ height: `${percent}%` }} className="flex-1">
          <Skeleton className="h-full" />
        </span>
      ))}
    </div>
  </Loading>
);
