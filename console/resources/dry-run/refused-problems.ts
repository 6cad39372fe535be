import { useState } from "react";
import type { SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { placesOf } from "../problem-places.ts";
import type { SpecEditorProps } from "../settings-resource.ts";

/** The problems of an edited spec together with those that a dry run reported, which are shown until the spec is edited. */
export function useRefusedProblems({ value, problems }: Pick<SpecEditorProps, "value" | "problems">) {
  const [refused, setRefused] = useState<{ spec: unknown; problems: readonly SchemaProblem[] }>();
  return {
    problems: refused?.spec === value ? [...problems, ...(refused?.problems ?? [])] : problems,
    refused: (error: unknown) => setRefused({ spec: value, problems: placesOf(error).spec }),
  };
}
