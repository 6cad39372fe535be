import { useEffect, useState } from "react";
import { toast } from "../toast/toast.ts";
import { yamlBeside } from "./beside.ts";
import { isLong } from "./is-long.ts";
import { yamlOptions } from "./yaml-options.ts";

/** A value as YAML; undefined while the code that writes it is on its way, and for a text, which needs none. */
export function useYaml(value: unknown): string | undefined {
  const [written, setWritten] = useState<{ of: unknown; yaml: string }>();
  useEffect(() => {
    if (typeof value === "string") return undefined;
    let isWanted = true;
    printYaml(value).then(
      (yaml) => isWanted && setWritten({ of: value, yaml }),
      () => isWanted && toast.error("YAML could not be loaded. Please load the page again."),
    );
    return () => void (isWanted = false);
  }, [value]);
  return written?.of === value ? written?.yaml : undefined;
}

/** Beside the page when it is long. */
export const printYaml = (value: unknown): Promise<string> =>
  isLong(value) ? yamlBeside(value).catch(() => printHere(value)) : printHere(value);

const printHere = async (value: unknown) => (await import("yaml")).stringify(value, yamlOptions);
