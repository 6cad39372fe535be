// What is done with a connection beside reading and writing its row.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/**
 * Connects with what is stored and says what was reached. What failed, and what to do about it, is told as a Problem of
 * status 400; 501 when there is no way to try the type.
 */
export const testConnection = call<Shape<typeof schema.testConnection>>("POST", "/api/connection/test/{id}");

/**
 * Connects with values that are not stored: those of a new connection, or with `id` the changes of a stored one. `***` stands
 * for the stored value. Stores nothing; otherwise like `testConnection`.
 */
export const testUnsaved = call<Shape<typeof schema.testUnsaved>>("POST", "/api/connection/test");

export type Tested = Shape<typeof schema.testConnection>["answer"]["payload"];
