// A person who left for another provider and presses the browser's back button finds the page as it was: waiting. The page
// then begins again.
import { useEffect, useEffectEvent } from "react";

export function useComeBack(ask: () => void): void {
  const comeBack = useEffectEvent((event: PageTransitionEvent) => {
    if (event.persisted) ask();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => comeBack(event);
    addEventListener("pageshow", listen);
    return () => removeEventListener("pageshow", listen);
  }, []);
}
