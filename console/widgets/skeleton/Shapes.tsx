// Grey placeholders in the shape of the content, so that the layout does not shift. Decorative: the caller announces
// them.
import { Skeleton } from "../Skeleton.tsx";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
/** Varies by index, but is the same on every render. */
const widthOf = (index: number) => ["w-11/12", "w-3/4", "w-5/6", "w-2/3", "w-4/5"][index % 5] ?? "";

export const TextShape = ({ lines = 4 }: { lines?: number }) => (
  <div className="flex flex-col gap-2 py-1">
    {numbers(lines).map((line) => (
      <Skeleton key={line} className={`h-3 ${widthOf(line)}`} />
    ))}
  </div>
);

export const TableShape = ({ rows = 8, columns = 4 }: { rows?: number; columns?: number }) =>
  numbers(rows).map((row) => (
    <div key={row} className="flex h-8 items-center gap-6 border-b border-line px-4">
      {numbers(columns).map((column) => (
        <span key={column} className="min-w-0 flex-1">
          <Skeleton className={`h-3 ${widthOf(row + column * 2)}`} />
        </span>
      ))}
    </div>
  ));

export const CardsShape = ({ cards = 6 }: { cards?: number }) => (
  <div className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-3">
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
  </div>
);

export const FormShape = ({ fields = 4 }: { fields?: number }) => (
  <div className="flex max-w-xl flex-col gap-5">
    {numbers(fields).map((field) => (
      <div key={field}>
        <Skeleton className="mb-2 h-3 w-24" />
        <Skeleton className="h-9 w-full" />
      </div>
    ))}
  </div>
);

/** The content of an item and its facts. */
export const DetailShape = () => (
  <div className="flex flex-col gap-8 shell:flex-row">
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
  </div>
);

/** A graph of connected boxes: one above, three below. */
export const GraphShape = () => (
  <div className="mx-auto flex max-w-2xl flex-col items-center py-8">
    <Skeleton className="h-12 w-40 max-w-full" />
    <span className="h-8 border-l border-line" />
    <span className="w-[calc(66.667%+0.667rem)] border-t border-line" />
    <div className="flex w-full justify-between gap-4">
      {numbers(3).map((box) => (
        <span key={box} className="flex min-w-0 flex-1 flex-col items-center">
          <span className="h-8 border-l border-line" />
          <Skeleton className="h-12 w-36 max-w-full" />
        </span>
      ))}
    </div>
  </div>
);

export const ChartShape = ({ height = 200 }: { height?: number }) => (
  <div style={{ height }} className="flex items-end gap-1 border-b border-l border-line pl-1">
    {[34, 52, 45, 68, 61, 40, 57, 73, 66, 49, 62, 80, 71, 55, 44, 59].map((percent, bar) => (
      <span key={bar} style={{ height: `${percent}%` }} className="flex-1">
        <Skeleton className="h-full" />
      </span>
    ))}
  </div>
);
