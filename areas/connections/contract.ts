// API calls for connections, other than reading and writing their rows.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/**
 * Connects with the stored values and describes the server. A failure is a Problem with status 400 and a hint, or with
 * status 501 if the type cannot be tested.
 */
export const testConnection = call<Shape<typeof schema.testConnection>>("POST", "/api/connection/test/{id}");

/**
 * Connects with values that are not stored: the values of a new connection or, with `id`, the changes to a stored
 * connection. `***` means the stored value. Works like `testConnection`, but does not store anything.
 */
export const testUnsaved = call<Shape<typeof schema.testUnsaved>>("POST", "/api/connection/test");

export type Tested = Shape<typeof schema.testConnection>["answer"]["payload"];
