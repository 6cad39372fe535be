// Detects whether the user is still on a screen, and whether the user returns to it.
import { useEffect, useEffectEvent, useState } from "react";

/**
 * Calls `ask` again when a user returns from another provider with the back button, because the browser then restores
 * the page in its waiting state.
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
 * loaded, while this screen is still shown. A flow that arrives in that time must not be written into the new address.
 */
export function useIsHere(): () => boolean {
  const [path] = useState(() => location.pathname);
  return () => location.pathname === path;
}
