// What every part of a form from a schema knows: the whole schema, what is wrong where, and how to draw a part of itself.
import { createContext, type ReactNode, use } from "react";
import { type JsonSchema, type Path, pathKey, type SchemaProblem } from "../json-schema.ts";

export interface NodeProps {
  schema: JsonSchema | boolean | undefined;
  value: unknown;
  /** Undefined takes it away. */
  onChange: (value: unknown) => void;
  path: Path;
  label: string;
  isRequired: boolean;
  isLabelHidden?: boolean;
  /** Keys that are decided elsewhere, such as by the choice of a variant. */
  decided?: readonly string[];
}

/** What is wrong, by the key of its path. */
export type Problems = ReadonlyMap<string, SchemaProblem>;

export interface SpecContextValue {
  root: JsonSchema;
  isReadOnly: boolean;
  /** What the schema finds wrong: said once somebody was there. */
  found: Problems;
  /** What others say is wrong: said at once. */
  told: Problems;
  Node: (props: NodeProps) => ReactNode;
}

export const SpecContext = createContext<SpecContextValue | undefined>(undefined);

export function useSpec(): SpecContextValue {
  const context = use(SpecContext);
  if (!context) throw new Error("useSpec must be used within a SpecForm");
  return context;
}

/** What is wrong here, when it may be said. */
export function useProblem(path: Path, isTouched: boolean): string | undefined {
  const { found, told } = useSpec();
  const key = pathKey(path);
  return told.get(key)?.message ?? (isTouched ? found.get(key)?.message : undefined);
}

/** What is wrong here or anywhere inside, for a field that edits all of it. */
export function useProblemWithin(path: Path, isTouched: boolean): string | undefined {
  const { found, told } = useSpec();
  const problem = firstWithin(told, path) ?? (isTouched ? firstWithin(found, path) : undefined);
  const inside = problem?.path.slice(path.length) ?? [];
  return inside.length === 0 ? problem?.message : `${inside.join(".")}: ${problem!.message}`;
}

const firstWithin = (problems: Problems, path: Path) =>
  problems.get(pathKey(path)) ??
  problems.values().find((problem) => path.every((step, index) => problem.path[index] === step));
