// Parses the rendered block of an action with the schema of its kind.
import type { z } from "zod";
import { ActionInvalid, type ActionKind } from "../action-kind.ts";
import type { Fields } from "./environment.ts";

/** Throws ActionInvalid with the positions of all errors. */
export function parseBlock<Spec extends z.ZodType>(
  { type, spec }: Pick<ActionKind<Spec>, "type" | "spec">,
  block: Fields,
): z.output<Spec> {
  const parsed = spec.safeParse(block);
  if (parsed.success) return parsed.data;
  throw new ActionInvalid(
    parsed.error.issues.map(({ path, message }) => `${[type, ...path].join(".")}: ${message}`).join("; "),
  );
}
