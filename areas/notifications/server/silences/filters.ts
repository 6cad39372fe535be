// Silence filters: CEL expressions over the variables of a message.
import { sql, type Kysely } from "kysely";
import { BudgetFault } from "#lib/expression/budget.ts";
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { faultText } from "#lib/expression/check.ts";
import type { DB } from "#server/db/tables.ts";

type Variables = Readonly<Record<string, unknown>>;

/**
 * Every variable of a message. A filter can use a variable that a message lacks, such as the config item of a check.
 */
const absent: Variables = Object.freeze(
  Object.fromEntries(
    [
      "check canary check_status config component incident evidence hypothesis responder comment author agent playbook change event",
      "new_state permalink silenceURL channel source_event event_time name namespace type status health description",
    ].flatMap((names) => names.split(" ").map((name) => [name, null])),
  ),
);
const lists: Variables = Object.freeze({ recent_events: [], groupedResources: [], labels: {}, tags: {} });

const isName = /^[A-Za-z_]\w*$/;

/** Returns a variable for each tag of the catalog; it is empty for resources without the tag. */
export async function tagVariables(db: Kysely<DB>): Promise<Variables> {
  const { rows } = await sql<{ key: string }>`
    select distinct key from config_facets where kind = 'tags'`.execute(db);
  return Object.fromEntries(rows.filter(({ key }) => isName.test(key)).map(({ key }) => [key, ""]));
}

/** Adds the variables that the message lacks. */
export function completed(environment: Variables, tags: Variables): Variables {
  const own = environment["tags"];
  return { ...tags, ...absent, ...(typeof own === "object" ? own : {}), ...lists, ...environment };
}

/** The documents of resources. They are large, so they are loaded only if a filter mentions them. */
export type ResourceDocument = "config.config" | "canary.spec";

/**
 * Matches a variable, except where the name of a different field follows. Expressions can access the document in many
 * ways, so every other use of the variable counts as a mention.
 */
const mentioned: Readonly<Record<ResourceDocument, RegExp>> = {
  "config.config": /\bconfig\b(?!\s*\.\s*(?!config\b)[A-Za-z_])/,
  "canary.spec": /\bcanary\b(?!\s*\.\s*(?!spec\b)[A-Za-z_])/,
};

export const documentsIn = (filter: string): ResourceDocument[] =>
  (Object.keys(mentioned) as ResourceDocument[]).filter((document) => mentioned[document].test(filter));

/** `fault` is set if the filter itself is wrong, but not if it only timed out. */
export type FilterResult = { isTrue: boolean; fault?: string };

export async function runFilter(filter: string, variables: Variables): Promise<FilterResult> {
  try {
    return { isTrue: (await (await compile("cel", filter)).run(variables)) === true };
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    return error instanceof BudgetFault ? { isTrue: false } : { isTrue: false, fault: faultText(error) };
  }
}
