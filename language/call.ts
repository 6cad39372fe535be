// The type of a contract: a call that is not a row. An area's contract.ts names its calls with method, path and types
// only; the schemas that check them stand in contract.schema.ts, so that the console can import a contract without
// importing zod.
import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The schemas of one call, as contract.schema.ts states them. */
export interface CallSchema {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
}

type Sent<S extends CallSchema, Part extends "params" | "query" | "body"> = S[Part] extends z.ZodType
  ? z.input<S[Part]>
  : undefined;

/** What travels in a call, derived once from its schemas: sent by the caller, answered by the server. */
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
  /** With `{name}` where a parameter stands, as OpenAPI writes it. */
  readonly path: string;
  /** Never set: it only carries the types. */
  readonly shape?: S;
}

export const call = <S extends AnyShape>(method: Method, path: string): Call<S> => ({ method, path });

/** The path with its parameters filled in and escaped. */
export const fillPath = (path: string, params: Readonly<Record<string, string | number>> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
