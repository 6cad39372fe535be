// The address that shows the same lines to another person later: relative times become fixed times in UTC.
import { absoluteRange, printTimeParams } from "#lib/time/time-range.ts";
import { type LogRequest, spanOf } from "../search/request.ts";

export function sharedAddress(address: string, request: LogRequest, now = Date.now()): string {
  const shared = new URL(address);
  const { start, end } = spanOf(request, now);
  const print = (moment: number) => new Date(moment).toISOString().replace(".000Z", "Z");
  for (const [name, value] of Object.entries(printTimeParams(absoluteRange(print(start), print(end))))) {
    if (value === undefined) shared.searchParams.delete(name);
    else shared.searchParams.set(name, value);
  }
  for (const name of ["start", "live"]) shared.searchParams.delete(name);
  // Without these parameters, the page would use the defaults of the person who opens it.
  if (request.id === undefined && request.backend !== undefined) shared.searchParams.set("backend", request.backend);
  return shared.href;
}
