// What every part of a form from a schema knows: the whole schema, what is wrong where, and how to draw a part of itself.
import { createContext, type ReactNode, use } from "react";
import { type JsonSchema, type Path, pathKey } from "../json-schema.ts";

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

export interface SpecContextValue {
  root: JsonSchema;
  isReadOnly: boolean;
  /** What the schema finds wrong: said once somebody was there. */
  found: ReadonlyMap<string, string>;
  /** What others say is wrong: said at once. */
  told: ReadonlyMap<string, string>;
  Node: (props: NodeProps) => ReactNode;
}

export const SpecContext = createContext<SpecContextValue | undefined>(undefined);

export function useSpec(): SpecContextValue {
  const context = use(SpecContext);
  if (!context) throw new Error("useSpec must be used within a SpecForm");
  return context;
}

export function useProblem(path: Path, isTouched: boolean): string | undefined {
  const { found, told } = useSpec();
  const key = pathKey(path);
  return told.get(key) ?? (isTouched ? found.get(key) : undefined);
}
