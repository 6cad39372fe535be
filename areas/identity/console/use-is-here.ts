// Whether the address is still the one of this screen. The router changes the address before the next page is loaded, while
// this screen is still shown: a flow that arrives then must not be written into that address.
import { useState } from "react";

export function useIsHere(): () => boolean {
  const [path] = useState(() => location.pathname);
  return () => location.pathname === path;
}
