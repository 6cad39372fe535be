// Context of the parts of a schema form: the whole schema, its problems by path, and the component that renders a node.
import { createContext, type ReactNode, use } from "react";
import { type JsonSchema, type Path, pathKey, type SchemaProblem } from "../json-schema.ts";

export interface NodeProps {
  schema: JsonSchema | boolean | undefined;
  value: unknown;
  /** Undefined removes the value. */
  onChange: (value: unknown) => void;
  path: Path;
  label: string;
  isRequired: boolean;
  isLabelHidden?: boolean;
  /** Keys that are not shown, since the choice of a variant sets them. */
  decided?: readonly string[];
}

/** Problems by the key of their path. */
export type Problems = ReadonlyMap<string, SchemaProblem>;

export interface SpecContextValue {
  root: JsonSchema;
  isReadOnly: boolean;
  /** The whole value when the form was opened. */
  initial: unknown;
  /** Problems that the schema finds. They are shown once the field was touched. */
  found: Problems;
  /** Other problems, such as problems that the server reported. They are shown immediately. */
  external: Problems;
  Node: (props: NodeProps) => ReactNode;
}

export const SpecContext = createContext<SpecContextValue | undefined>(undefined);

export function useSpec(): SpecContextValue {
  const context = use(SpecContext);
  if (!context) throw new Error("useSpec must be used within a SpecForm");
  return context;
}

/** The problem to show at a path. */
export function useProblem(path: Path, isTouched: boolean): string | undefined {
  const { found, external } = useSpec();
  const key = pathKey(path);
  return external.get(key)?.message ?? (isTouched ? found.get(key)?.message : undefined);
}

/** The problem to show at a path or below it, for a field that edits the whole value. */
export function useProblemWithin(path: Path, isTouched: boolean): string | undefined {
  const { found, external } = useSpec();
  const problem = firstWithin(external, path) ?? (isTouched ? firstWithin(found, path) : undefined);
  const inside = problem?.path.slice(path.length) ?? [];
  return inside.length === 0 ? problem?.message : `${inside.join(".")}: ${problem!.message}`;
}

const firstWithin = (problems: Problems, path: Path) =>
  problems.get(pathKey(path)) ??
  problems.values().find((problem) => path.every((step, index) => problem.path[index] === step));
