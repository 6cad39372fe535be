import { useMemo, useState } from "react";
import { type JsonSchema, pathKey, problemsOf, type SchemaProblem } from "./json-schema.ts";
import { SpecContext, type SpecContextValue } from "./spec/spec-context.ts";
import { SpecNode } from "./spec/SpecNode.tsx";

interface SpecFormProps {
  schema: JsonSchema;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly?: boolean;
  /**
   * Problems that the form does not find itself, such as problems that the server reported; each is shown at its field
   * at once.
   */
  problems?: readonly SchemaProblem[];
}

const NONE: readonly SchemaProblem[] = [];

/**
 * A form for any JSON schema. Problems found by the schema are shown once their field was touched. Keys that the schema
 * does not define are kept.
 */
export function SpecForm({ schema, value, onChange, readOnly = false, problems = NONE }: SpecFormProps) {
  const [initial] = useState(value);
  const found = useMemo(() => byPath(problemsOf(schema, value)), [schema, value]);
  const external = useMemo(() => byPath(problems), [problems]);
  const context = useMemo<SpecContextValue>(
    () => ({ root: schema, isReadOnly: readOnly, initial, found, external, Node: SpecNode }),
    [schema, readOnly, initial, found, external],
  );
  return (
    <SpecContext value={context}>
      <SpecNode schema={schema} value={value} onChange={onChange} path={[]} label="" isRequired />
    </SpecContext>
  );
}

/** If a path has several problems, the first wins. */
const byPath = (problems: readonly SchemaProblem[]) =>
  new Map(problems.toReversed().map((problem) => [pathKey(problem.path), problem]));
