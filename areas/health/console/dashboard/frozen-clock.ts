// The present moment as far as the page knows it. While the server is away nothing is heard of any check, and that says
// nothing about the checks: the clock stands at the last moment of which something is known.
import { createContext, use } from "react";
import { useClock } from "#console/widgets/time/clock.ts";

/** Null while it goes on. */
export const FrozenClock = createContext<number | null | undefined>(undefined);

/** What `of` makes of that moment. */
export function useKnownClock<Shown extends string | number>(of: (now: number) => Shown): Shown {
  const frozen = use(FrozenClock);
  if (frozen === undefined) throw new Error("useKnownClock needs a FrozenClock above it");
  return useClock((now) => of(frozen ?? now));
}
