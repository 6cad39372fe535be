// Finds the people, teams and resources that parameters refer to, with the permissions of the person who starts the
// run, or of the system.
import { sql } from "kysely";
import { findConfigs } from "#areas/catalog/server/index.ts";
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import type { ParameterLookups } from "../parameters/chosen.ts";
import { fits, readableIds, resourceRow } from "./resource.ts";

/** The maximum number of config items that one parameter selects. */
const maxConfigs = 500;

export const lookupsFor = (system: System, actor: Actor | undefined): ParameterLookups => ({
  async hasPerson(id, role) {
    const { rows } = await sql`
      select from people p
      where  p.id = ${id} and p.deleted_at is null and p.state = 'active'
      and    (${role ?? null}::text is null
              or exists (select from person_roles r where r.person_id = p.id and r.role = ${role ?? null}))`.execute(
      system.db.system,
    );
    return rows.length > 0;
  },

  async hasTeam(id) {
    const { rows } = await sql`select from teams where id = ${id} and deleted_at is null`.execute(system.db.system);
    return rows.length > 0;
  },

  async resource(kind, id, filter) {
    if (!(await readableIds(system, actor, kind, [id])).has(id.toLowerCase())) return undefined;
    if (filter.length > 0 && !(await fits(system, { kind, id }, filter))) return undefined;
    return resourceRow(system.db.system, { kind, id });
  },

  async configs(selectors) {
    const found = await findConfigs(system, selectors, { most: maxConfigs });
    const ids = await readableIds(
      system,
      actor,
      "config",
      found.map(({ id }) => id),
    );
    return found.filter(({ id }) => ids.has(id));
  },
});
