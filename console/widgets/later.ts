// Code that is large and not needed at once: it is fetched once somebody uses the page and it is idle, or when it is
// needed if that is sooner.
import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "./toast/toast.ts";
import { whenUsed } from "./when-used.ts";

/** `what` begins the sentence that says it could not be loaded. */
export function later<Part>(what: string, load: () => Promise<Part>) {
  let part: Part | undefined;
  const loadOnce = async () => (part ??= await load());

  /** Undefined until it was needed for the first time and is here. `giveUp` is told when it cannot be had. */
  return function usePart(isNeeded: boolean, giveUp?: () => void): Part | undefined {
    const [wasNeeded, setWasNeeded] = useState(isNeeded);
    const [here, setHere] = useState(() => part);
    if (isNeeded && !wasNeeded) setWasNeeded(true);
    const fail = useEffectEvent(() => {
      toast.error(`${what} could not be loaded. Please load the page again.`);
      giveUp?.();
    });

    // Only ahead of time: if it fails now, it is tried again when it is needed.
    useEffect(() => whenUsed(() => void loadOnce().catch(() => {})), []);
    useEffect(() => {
      if (!isNeeded || here) return undefined;
      let isWaiting = true;
      loadOnce().then(
        (loaded) => isWaiting && setHere(() => loaded),
        () => isWaiting && fail(),
      );
      return () => void (isWaiting = false);
    }, [isNeeded, here]);
    return wasNeeded ? here : undefined;
  };
}
