// What a schema is made of, for whoever goes through a spec beside the schema that it fits.
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

/** What it only wraps: something optional, what is read before it is changed, or what is stated later. */
export const wrapped = (parts: SchemaParts): z.ZodType | undefined => parts.innerType ?? parts.in ?? parts.getter?.();
