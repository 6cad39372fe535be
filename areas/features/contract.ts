// Settings of the whole system, which the console loads before it shows anything.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Every effective property, feature flags among them. Changes with the relation `properties`. */
export const properties = call<Shape<typeof schema.properties>>("GET", "/api/properties");
