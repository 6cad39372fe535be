// Whether the address is still this screen's. Who is on the way to another page has that one's in the address already, while this one
// is shown until the other is loaded: a flow that comes then is nothing for that address.
import { useState } from "react";

export function useIsHere(): () => boolean {
  const [path] = useState(() => location.pathname);
  return () => location.pathname === path;
}
