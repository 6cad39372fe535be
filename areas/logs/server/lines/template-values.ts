// The values that a backend's query template can use. They come from requests, and the template limits what requests
// can read, so a value must not be able to close the string that contains it.
import { QueryRefused, type LogQuery } from "../source/reader.ts";
import { usesLabel } from "./label-filter.ts";

/**
 * Quotes, backslashes and control characters. Systems escape these characters differently, and names rarely contain
 * them.
 */
const unsafe = /["'`\\\p{Cc}]/u;

/**
 * Throws if the template uses an unsafe value; unused unsafe values are left out. `forbidden` lists further characters.
 */
export function templateValues(
  template: string,
  { labels, id = "", type = "" }: Pick<LogQuery, "labels" | "id" | "type">,
  forbidden = "",
) {
  const safe = (name: string, value: string, isUsed: boolean): boolean => {
    const isSafe = !unsafe.test(value) && ![...forbidden].some((sign) => value.includes(sign));
    if (!isSafe && isUsed)
      throw new QueryRefused(
        `The query template of the backend cannot use the value of ${name}, because the value contains quotes or other query characters.`,
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
