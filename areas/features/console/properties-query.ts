// The query for the effective properties. The query is not part of the settings page, because the console loads the
// properties before all other data.
import { ask } from "#console/client/call.ts";
import { properties } from "../contract.ts";

// Reloaded when a property changes, so that features appear and disappear without a page reload.
export const allProperties = {
  queryKey: ["properties"],
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(properties, {}, { signal }),
};
