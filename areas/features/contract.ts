// Settings of the whole system. The console loads them before it shows anything.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Lists every effective property, including feature flags. The result changes when the table `properties` changes. */
export const properties = call<Shape<typeof schema.properties>>("GET", "/api/properties");
