import { useEffect, useState } from "react";
import { toast } from "../toast/toast.ts";

/** A value as YAML; undefined while the code that writes it is on its way, and for a text, which needs none. */
export function useYaml(value: unknown): string | undefined {
  const [written, setWritten] = useState<{ of: unknown; yaml: string }>();
  useEffect(() => {
    if (typeof value === "string") return undefined;
    let isWanted = true;
    import("yaml").then(
      ({ stringify }) =>
        isWanted && setWritten({ of: value, yaml: stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }) }),
      () => isWanted && toast.error("YAML could not be loaded. Please load the page again."),
    );
    return () => void (isWanted = false);
  }, [value]);
  return written?.of === value ? written?.yaml : undefined;
}
