// The parts of a Zod schema, for code that walks a spec along with its schema.
import type { z } from "zod";

export interface SchemaParts {
  innerType?: z.ZodType;
  in?: z.ZodType;
  getter?: () => z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  shape?: Readonly<Record<string, z.ZodType>>;
  options?: readonly z.ZodType[];
}

export const partsOf = (schema: z.ZodType) => schema.def as unknown as SchemaParts;

/** The schema inside a wrapper such as optional, pipe or lazy. */
export const wrapped = (parts: SchemaParts): z.ZodType | undefined => parts.innerType ?? parts.in ?? parts.getter?.();
