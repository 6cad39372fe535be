// Collects the data for a prompt: a config item, its changes and insights, and the items around it. The data is read
// with the permissions of the playbook.
import { problem } from "#language/problem.ts";
import { parseDuration } from "#lib/time/duration.ts";
import { ActionInvalid, type ActionContext } from "../../action-kind.ts";
import { configQuery, isId, type ConfigQuery } from "../access/config-query.ts";

export interface Relationship {
  depth?: number | undefined;
  /** The direction: all, incoming or outgoing. */
  direction?: string | undefined;
  changes?: { since?: string | undefined } | undefined;
  analysis?: { since?: string | undefined } | undefined;
}

export interface Wanted {
  config?: string | undefined;
  changes?: { since?: string | undefined } | undefined;
  analysis?: { since?: string | undefined } | undefined;
  relationships?: readonly Relationship[] | undefined;
}

/** A section of the prompt. */
export interface Section {
  title: string;
  data: unknown;
}

const maxRows = 100;
const maxItems = 50;
const defaultDepth = 3;
const defaultSince = "24h";

/** Returns no sections for a run without a config item. */
export async function contextData(wanted: Wanted, context: ActionContext): Promise<Section[]> {
  const { resource } = context;
  const id = wanted.config || (resource?.kind === "config" ? resource.id : undefined);
  if (id === undefined) return [];
  if (!isId(id)) throw new ActionInvalid(`${JSON.stringify(id)} is not the id of a config item.`);
  const query = await configQuery(context);
  const [item] = await query<{ item: unknown }>(
    `select to_jsonb(c) - 'properties_values' as item
     from (select id, name, type, status, health, description, tags, labels, config, created_at, updated_at, deleted_at
           from config_items where id = $1) c`,
    [id],
  );
  if (!item) throw problem.notFound("config item", id);
  const sections: Section[] = [{ title: "Config item", data: item.item }];
  const about = async (
    title: string,
    ids: readonly string[],
    { changes, analysis }: Pick<Wanted, "changes" | "analysis">,
  ) => {
    if (changes) sections.push({ title: `Changes of ${title}`, data: await changesOf(query, ids, changes.since) });
    if (analysis)
      sections.push({ title: `Insights about ${title}`, data: await insightsOf(query, ids, analysis.since) });
  };
  await about("the config item", [id], wanted);
  for (const relationship of wanted.relationships ?? []) {
    const items = await relatedOf(query, id, relationship);
    sections.push({ title: "Related config items", data: items });
    await about(
      "related config items",
      items.map((each) => each.id),
      relationship,
    );
  }
  return sections;
}

const sinceOf = (since = defaultSince) => new Date(Date.now() - parseDuration(since)).toISOString();

const changesOf = (query: ConfigQuery, ids: readonly string[], since: string | undefined) =>
  query(
    `select config_id, change_type, severity, source, summary, left(diff, 4000) as diff, created_at, count
     from   config_changes
     where  config_id = any ($1::uuid[]) and created_at >= $2
     order  by created_at desc, id limit ${maxRows}`,
    [ids, sinceOf(since)],
  );

const insightsOf = (query: ConfigQuery, ids: readonly string[], since: string | undefined) =>
  query(
    `select config_id, analyzer, analysis_type, severity, status, summary, message, first_observed, last_observed
     from   config_analysis
     where  config_id = any ($1::uuid[]) and status = 'open' and last_observed >= $2
     order  by last_observed desc, id limit ${maxRows}`,
    [ids, sinceOf(since)],
  );

const relatedOf = (query: ConfigQuery, id: string, { depth = defaultDepth, direction = "all" }: Relationship) =>
  query<{ id: string }>(
    `select r.id, r.name, r.type, r.status, r.health, r.tags
     from   related_configs_recursive($1, $2, false, $3) r
     where  r.id <> $1
     order  by r.type, r.name, r.id limit ${maxItems}`,
    [id, direction, Math.min(depth, 5)],
  );
