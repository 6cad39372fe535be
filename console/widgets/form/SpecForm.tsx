import { useMemo } from "react";
import { type JsonSchema, pathKey, problemsOf, type SchemaProblem } from "./json-schema.ts";
import { SpecContext, type SpecContextValue } from "./spec/spec-context.ts";
import { SpecNode } from "./spec/SpecNode.tsx";

interface SpecFormProps {
  schema: JsonSchema;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly?: boolean;
  /** What others say is wrong, the server for instance: shown at once, each at its place. */
  problems?: readonly SchemaProblem[];
}

const NONE: readonly SchemaProblem[] = [];

/**
 * A form for whatever a JSON schema describes. What it finds wrong is said once somebody was there; what it does not know
 * it keeps.
 */
export function SpecForm({ schema, value, onChange, readOnly = false, problems = NONE }: SpecFormProps) {
  const found = useMemo(() => byPath(problemsOf(schema, value)), [schema, value]);
  const told = useMemo(() => byPath(problems), [problems]);
  const context = useMemo<SpecContextValue>(
    () => ({ root: schema, isReadOnly: readOnly, found, told, Node: SpecNode }),
    [schema, readOnly, found, told],
  );
  return (
    <SpecContext value={context}>
      <SpecNode schema={schema} value={value} onChange={onChange} path={[]} label="" isRequired />
    </SpecContext>
  );
}

/** Of several at one place the first is said. */
const byPath = (problems: readonly SchemaProblem[]) =>
  new Map(problems.toReversed().map((problem) => [pathKey(problem.path), problem]));
