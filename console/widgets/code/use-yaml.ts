import { useEffect, useState } from "react";
import { toast } from "../toast/toast.ts";
import { yamlInWorker } from "./render-thread.ts";
import { isLong, yamlOptions } from "./yaml-printing.ts";

/** Returns a value as YAML; undefined while the printer loads, and for strings, which are not converted. */
export function useYaml(value: unknown): string | undefined {
  const [printed, setPrinted] = useState<{ value: unknown; yaml: string }>();
  useEffect(() => {
    if (typeof value === "string") return undefined;
    let isWanted = true;
    printYaml(value).then(
      (yaml) => isWanted && setPrinted({ value, yaml }),
      () => isWanted && toast.error("YAML could not be loaded. Reload the page."),
    );
    return () => void (isWanted = false);
  }, [value]);
  return printed?.value === value ? printed?.yaml : undefined;
}

/** Prints long values in a worker. */
export const printYaml = (value: unknown): Promise<string> =>
  isLong(value) ? yamlInWorker(value).catch(() => printHere(value)) : printHere(value);

const printHere = async (value: unknown) => (await import("yaml")).stringify(value, yamlOptions);
