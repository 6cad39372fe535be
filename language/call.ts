// The type of a contract: the API calls that do not read or write a table. An area's contract.ts names its calls with
// method, path and types only; the schemas that validate them are in contract.schema.ts, so that the console can import
// a contract without importing zod.
import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The schemas of one call, from contract.schema.ts. */
export interface CallSchema {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
}

type Sent<S extends CallSchema, Part extends "params" | "query" | "body"> = S[Part] extends z.ZodType
  ? z.input<S[Part]>
  : undefined;

/** The types of a request and its response, derived from the schemas of the call. */
export interface Shape<S extends CallSchema> {
  params: Sent<S, "params">;
  query: Sent<S, "query">;
  body: Sent<S, "body">;
  answer: z.output<S["answer"]>;
}

export interface AnyShape {
  params: unknown;
  query: unknown;
  body: unknown;
  answer: unknown;
}

export interface Call<S extends AnyShape = AnyShape> {
  readonly method: Method;
  /** Parameters are written as `{name}`, as in OpenAPI. */
  readonly path: string;
  /** Never set at run time; used only for its types. */
  readonly shape?: S;
}

export const call = <S extends AnyShape>(method: Method, path: string): Call<S> => ({ method, path });

/** Fills in the parameters of a path and escapes them. */
export const fillPath = (path: string, params: Readonly<Record<string, string | number>> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
