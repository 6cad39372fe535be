// The properties that hold. Apart from the page of them, because the console asks before it draws anything.
import { ask } from "#console/client/call.ts";
import { properties } from "../contract.ts";

// Read again when one of them changes: a feature goes and comes without reload.
export const allProperties = {
  queryKey: ["properties"],
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(properties, {}, { signal }),
};
