// Whoever left for another provider and presses the browser's back button finds the page as it was left, on its way; then
// it has to ask again.
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
