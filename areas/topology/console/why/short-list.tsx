import { type ReactNode, useState } from "react";
import { Button } from "#console/widgets/Button.tsx";

interface ShortListOptions {
  /**
   * Applies to entries of one line, because a button for a single hidden entry would be as high as the entry itself.
   */
  isLow?: true;
}

/** The first entries of a list, and a button that shows the others. */
export function useShortList<Entry>(
  entries: readonly Entry[],
  shortLength: number,
  { isLow }: ShortListOptions = {},
): { shown: readonly Entry[]; more: ReactNode } {
  const [isWhole, setWhole] = useState(false);
  const rest = entries.length - shortLength;
  if (isWhole || rest <= (isLow ? 1 : 0)) return { shown: entries, more: undefined };
  return {
    shown: entries.slice(0, shortLength),
    more: (
      <div>
        <Button look="quiet" onClick={() => setWhole(true)}>
          Show {rest} more
        </Button>
      </div>
    ),
  };
}
