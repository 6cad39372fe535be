import { useEffect, useRef, useState } from "react";
import { isAborted } from "#console/client/failure.ts";
import type { StreamOptions } from "#console/client/lines.ts";
import type { SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { placesOf } from "../problem-places.ts";
import type { SpecEditorProps } from "../settings-resource.ts";

export type Trial<Found, Progress> =
  | { state: "idle" }
  /** `progress` is undefined until the server has sent some. */
  | { state: "running"; progress: Progress | undefined }
  | { state: "done"; found: Found }
  | { state: "refused"; error: unknown };

/**
 * Dry runs an edited resource; unmounting aborts it. `refused` is called with the reason if the draft cannot be run.
 */
export function useDryRun<Found, Progress>(
  request: (options: StreamOptions<Progress>) => Promise<Found>,
  refused: (error: unknown) => void = () => {},
) {
  const [trial, setTrial] = useState<Trial<Found, Progress>>({ state: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setTrial({ state: "running", progress: undefined });
    // Progress messages that were sent before the abort may still arrive.
    const onProgress = (progress: Progress) => {
      if (!signal.aborted) setTrial({ state: "running", progress });
    };
    try {
      const found = await request({ signal, onProgress });
      if (!signal.aborted) setTrial({ state: "done", found });
    } catch (error) {
      if (signal.aborted || isAborted(error)) return;
      setTrial({ state: "refused", error });
      refused(error);
    }
  };
  const stop = () => {
    running.current?.abort();
    setTrial({ state: "idle" });
  };
  return { trial, start, stop };
}

/** The problems of an edited spec. Problems that a dry run reported are included until the next edit. */
export function useRefusedProblems({ value, problems }: Pick<SpecEditorProps, "value" | "problems">) {
  const [refused, setRefused] = useState<{ spec: unknown; problems: readonly SchemaProblem[] }>();
  return {
    problems: refused?.spec === value ? [...problems, ...(refused?.problems ?? [])] : problems,
    refused: (error: unknown) => setRefused({ spec: value, problems: placesOf(error).spec }),
  };
}
