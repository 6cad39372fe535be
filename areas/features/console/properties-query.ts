// The query for the effective properties. It is separate from their page, because the console loads them before
// anything else.
import { ask } from "#console/client/call.ts";
import { properties } from "../contract.ts";

// Reloaded when one of them changes, so that features appear and disappear without a page reload.
export const allProperties = {
  queryKey: ["properties"],
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(properties, {}, { signal }),
};
