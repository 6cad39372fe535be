// Lazy loading of large code. The code is loaded when it is needed, or earlier once the person uses the page and the
// browser is idle.
import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "./toast/toast.ts";
import { whenUsed } from "./when-used.ts";

/** `what` is the subject of the error message, such as “The dialog”. */
export function later<Part>(what: string, load: () => Promise<Part>) {
  let part: Part | undefined;
  const loadOnce = async () => (part ??= await load());

  /** Undefined until the part is needed and loaded. `onFailure` is called if it cannot be loaded. */
  return function usePart(isNeeded: boolean, onFailure?: () => void): Part | undefined {
    const [wasNeeded, setWasNeeded] = useState(isNeeded);
    const [loadedPart, setLoadedPart] = useState(() => part);
    if (isNeeded && !wasNeeded) setWasNeeded(true);
    const fail = useEffectEvent(() => {
      toast.error(`${what} could not be loaded. Reload the page.`);
      onFailure?.();
    });

    // A prefetch. If it fails, the part is loaded again when it is needed.
    useEffect(() => whenUsed(() => void loadOnce().catch(() => {})), []);
    useEffect(() => {
      if (!isNeeded || loadedPart) return undefined;
      let isWaiting = true;
      loadOnce().then(
        (loaded) => isWaiting && setLoadedPart(() => loaded),
        () => isWaiting && fail(),
      );
      return () => void (isWaiting = false);
    }, [isNeeded, loadedPart]);
    return wasNeeded ? loadedPart : undefined;
  };
}
