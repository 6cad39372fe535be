import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { serverSource } from "#console/widgets/editor/expression-source.ts";
import type { JsonSchema, SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { useSettled } from "#console/widgets/form/use-settled.ts";
import { findExpressions, type FoundExpression } from "./find-expressions.ts";

const DELAY_MS = 500;

/** Validates the expressions of a playbook on the server when typing pauses. */
export function useExpressionProblems(schema: JsonSchema, value: unknown): readonly SchemaProblem[] {
  const key = useMemo(() => JSON.stringify(findExpressions(schema, value)), [schema, value]);
  const settled = useSettled(key, DELAY_MS);
  const expressions = useMemo(() => JSON.parse(settled) as readonly FoundExpression[], [settled]);
  return useQueries({
    queries: expressions.map(({ notation, text }) => ({
      queryKey: ["expression", notation, text],
      queryFn: ({ signal }: { signal: AbortSignal }) => serverSource.check({ notation, text }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: (answers) =>
      answers.flatMap(({ data = [] }, index) =>
        data.map(({ message, suggestion }) => ({
          path: expressions[index]!.path,
          message: suggestion === null ? message : `${message} ${suggestion}`,
        })),
      ),
  });
}
