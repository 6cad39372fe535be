// Writes components, checks, config items and their links as rows, for topology tests.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Databases } from "#server/db/pool.ts";

export interface ComponentParts {
  name?: string;
  type?: string;
  parent_id?: string | null;
  config_id?: string | null;
  stated_health?: string | null;
  stated_status?: string | null;
  status_expr?: string | null;
  health_expr?: string | null;
  hidden?: boolean;
  owner?: string;
  agent_id?: string;
  labels?: Record<string, string>;
  properties?: readonly object[];
}

export interface ComponentTree {
  component(parts?: ComponentParts): Promise<string>;
  /** A check with its own canary, linked to the component. */
  check(component: string, status?: "healthy" | "unhealthy" | null): Promise<string>;
  config(component: string | undefined, parts?: { health?: string | null; cost_per_minute?: number }): Promise<string>;
  insight(config: string, parts?: { analysis_type?: string; severity?: string }): Promise<string>;
  /** Adds the child to an additional parent. */
  relate(child: string, parent: string, selector?: string): Promise<void>;
}

let nameCount = 0;

export function componentTree({ system: db }: Databases): ComponentTree {
  const nextName = (prefix: string) => `${prefix} ${(nameCount += 1)}`;
  return {
    async component({ labels, properties, ...parts } = {}) {
      const id = randomUUID();
      const row = {
        id,
        name: nextName("component"),
        external_id: id,
        ...parts,
        ...(labels && { labels: JSON.stringify(labels) }),
        ...(properties && { properties: JSON.stringify(properties) }),
      };
      const columns = Object.keys(row).map((column) => sql.ref(column));
      await sql`insert into components (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(db);
      return id;
    },
    async check(component, status = "healthy") {
      const canary = randomUUID();
      const id = randomUUID();
      const name = nextName("check");
      await sql`insert into canaries (id, name, spec, source) values (${canary}, ${name}, '{}', 'UI')`.execute(db);
      await sql`insert into checks (id, canary_id, type, name, status) values (${id}, ${canary}, 'http', ${name}, ${status})`.execute(
        db,
      );
      await sql`insert into check_component_relationships (component_id, check_id, canary_id, selector_id) values (${component}, ${id}, ${canary}, 'rule')`.execute(
        db,
      );
      return id;
    },
    async config(component, { health = null, cost_per_minute: cost } = {}) {
      const id = randomUUID();
      await sql`insert into config_items (id, config_class, type, name, health, cost_per_minute)
                values (${id}, 'Service', 'Test::Service', ${nextName("config")}, ${health}, ${cost ?? null})`.execute(
        db,
      );
      if (component)
        await sql`insert into config_component_relationships (component_id, config_id, selector_id) values (${component}, ${id}, 'rule')`.execute(
          db,
        );
      return id;
    },
    async insight(config, { analysis_type: type = "security", severity = "high" } = {}) {
      const id = randomUUID();
      await sql`insert into config_analysis (id, config_id, analyzer, analysis_type, severity)
                values (${id}, ${config}, ${nextName("analyzer")}, ${type}, ${severity})`.execute(db);
      return id;
    },
    async relate(child, parent, selector = "rule") {
      await sql`insert into component_relationships (component_id, relationship_id, selector_id)
                values (${child}, ${parent}, ${selector})
                on conflict on constraint component_relationships_once do update set deleted_at = null`.execute(db);
    },
  };
}
