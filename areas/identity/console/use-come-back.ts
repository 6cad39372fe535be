// Restarts the page when a person returns from another provider with the browser's back button, since the browser
// restores the page in its waiting state.
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
