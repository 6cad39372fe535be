// The names of jobs as people read them.
import { splitCamelCase } from "#lib/text/words.ts";

/** Pages call a canary a health check; the stored name is documented. */
const titles: Readonly<Record<string, string>> = { Canary: "Health check" };

export const printJobName = (name: string): string =>
  Object.hasOwn(titles, name) ? titles[name]! : splitCamelCase(name);
