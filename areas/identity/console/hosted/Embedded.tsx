import { useEffect, useRef } from "react";
import { hostedLibrary, type HostedPart } from "#console/access/hosted.ts";

interface EmbeddedProps {
  part: HostedPart;
  /** The options of the component in the library. They are read when the component is mounted. */
  options?: object;
}

/** A component of the identity service's library. The library renders it into this element. */
export function Embedded({ part, options }: EmbeddedProps) {
  const place = useRef<HTMLDivElement>(null);
  const first = useRef(options);
  useEffect(() => {
    const node = place.current!;
    const library = hostedLibrary();
    library[`mount${part}` as const](node, first.current);
    return () => library[`unmount${part}` as const](node);
  }, [part]);
  return <div ref={place} />;
}
