// Settings of the whole system, as the console asks for them before it draws anything.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Every property that holds, feature flags among them. Changes with the relation `properties`. */
export const properties = call<Shape<typeof schema.properties>>("GET", "/api/properties");
