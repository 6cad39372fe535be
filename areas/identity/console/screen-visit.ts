// Whether a person is still on a screen, and whether they come back to it.
import { useEffect, useEffectEvent, useState } from "react";

/**
 * Calls `ask` again when a person who left for another provider presses the browser's back button: the browser then
 * restores the page in its waiting state.
 */
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

/**
 * Whether the current address still belongs to this screen. The router changes the address before the next page is
 * loaded, while this screen is still shown: a flow that arrives then must not be written into that address.
 */
export function useIsHere(): () => boolean {
  const [path] = useState(() => location.pathname);
  return () => location.pathname === path;
}
