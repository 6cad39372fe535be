// One search over all kinds of named resources.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Returns only resources that the caller may read. */
export const searchResources = call<Shape<typeof schema.searchResources>>("POST", "/api/resources/search");

type Answer = Shape<typeof schema.searchResources>["answer"];
export type SearchKindName = keyof Answer;
export type FoundResource = NonNullable<Answer[SearchKindName]>[number];
