// Whether the URL still belongs to this screen. The router changes the URL before the next page is loaded, while this
// screen is still shown. A flow that arrives then must not be written into the URL.
import { useState } from "react";

export function useIsHere(): () => boolean {
  const [path] = useState(() => location.pathname);
  return () => location.pathname === path;
}
