// The number on the bell: the sum of the counts that areas add in the slot `header.bell`.
import { createContext, type ReactNode, use, useCallback, useEffect, useId, useMemo, useState } from "react";

type SetCount = (key: string, count: number) => void;
const Counts = createContext<SetCount | undefined>(undefined);

/** Shows the sum of the counts of its children next to the bell. */
export function BellCounts({ children }: { children: ReactNode }) {
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const set = useCallback<SetCount>((key, count) => setCounts((known) => ({ ...known, [key]: count })), []);
  const total = useMemo(() => Object.values(counts).reduce((sum, count) => sum + count, 0), [counts]);
  return (
    <Counts value={set}>
      {total > 0 && (
        <span
          aria-hidden
          className="absolute top-[calc(50%-1.1rem)] left-[calc(50%+0.25rem)] min-w-4 rounded-full bg-danger px-1 text-center text-[10px] leading-4 font-semibold text-on-accent tabular-nums ring-2 ring-surface"
        >
          {total > 99 ? "99+" : total}
        </span>
      )}
      {children}
    </Counts>
  );
}

/** A count of an area. Screen readers read its words after the name of the bell. */
export function BellCount({ count, words }: { count: number; words: string }) {
  const set = use(Counts);
  if (!set) throw new Error("BellCount needs BellCounts above it");
  const key = useId();
  useEffect(() => {
    set(key, count);
    return () => set(key, 0);
  }, [set, key, count]);
  return count > 0 && <span className="sr-only">, {words}</span>;
}
