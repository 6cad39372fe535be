// The values that the query template of a backend can use. They come from requests, and the template limits what requests
// can read, so a value must not be able to end the string that it is in.
import { QueryRefused, type LogQuery } from "../source/reader.ts";
import { usesLabel } from "./label-filter.ts";

/** Quotes, backslashes and control characters. Systems escape them differently, and names rarely have them. */
const unsafe = /["'`\\\p{Cc}]/u;

/** Throws if the template uses an unsafe value; other unsafe values are left out. `forbidden` are further characters. */
export function templateValues(
  template: string,
  { labels, id = "", type = "" }: Pick<LogQuery, "labels" | "id" | "type">,
  forbidden = "",
) {
  const safe = (name: string, value: string, isUsed: boolean): boolean => {
    const isSafe = !unsafe.test(value) && ![...forbidden].some((sign) => value.includes(sign));
    if (!isSafe && isUsed)
      throw new QueryRefused(
        `The query template of the backend cannot use the value of ${name}, because it has quotes or other signs of a query.`,
      );
    return isSafe;
  };
  const kept = Object.entries(labels).filter(([name, value]) => safe(name, value, usesLabel(template, name)));
  return {
    labels: Object.fromEntries(kept),
    id: safe("id", id, /\bid\b/.test(template)) ? id : "",
    type: safe("type", type, /\btype\b/.test(template)) ? type : "",
  };
}
