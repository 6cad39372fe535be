// Creates incidents with a hypothesis and evidence, and a check that can be linked to them.
import { query } from "./accounts.ts";
import { people, type PersonRole } from "./product.ts";

export interface SeededIncident {
  id: string;
  /** The number, such as INC-12. */
  number: string;
  title: string;
  root: string;
}

interface IncidentOptions {
  title: string;
  /** The author and commander. */
  by?: PersonRole;
  status?: string;
  severity?: string;
  type?: string;
  /** The titles of its root hypotheses; default: one hypothesis with the title of the incident. */
  hypotheses?: readonly string[];
}

const first = async (text: string, values: unknown[]) => (await query(text, values)).rows[0]!;

export async function seedIncident({
  title,
  by = "admin",
  status = "open",
  severity = "low",
  type = "availability",
  hypotheses = [title],
}: IncidentOptions): Promise<SeededIncident> {
  const incident = await first(
    `insert into incidents (title, status, severity, type, created_by, commander_id)
     select $1, $2, $3, $4, id, id from people where email = $5 returning id, incident_id`,
    [title, status, severity, type, people[by].email],
  );
  const roots: string[] = [];
  for (const hypothesis of hypotheses)
    roots.push(
      (
        await first(
          `insert into hypotheses (incident_id, title, type, status, created_by)
           select $1, $2, 'root', 'possible', id from people where email = $3 returning id`,
          [incident["id"], hypothesis, people[by].email],
        )
      )["id"]!,
    );
  return { id: incident["id"]!, number: incident["incident_id"]!, title, root: roots[0] ?? "" };
}

/** Adds evidence that refers to a row by one of its columns. */
export const seedEvidence = async (
  hypothesis: string,
  { type, column, id, evidence = {} }: { type: string; column?: string; id?: string; evidence?: object },
) =>
  (
    await first(
      `insert into evidences (hypothesis_id, type, evidence, created_by${column ? `, ${column}` : ""})
       select $1, $2, $3, id${column ? ", $5" : ""} from people where email = $4 returning id`,
      [hypothesis, type, JSON.stringify(evidence), people.admin.email, ...(column ? [id] : [])],
    )
  )["id"]!;

/** Creates a check without a schedule. */
export async function seedCheck(name: string, status: "healthy" | "unhealthy" = "unhealthy"): Promise<string> {
  const check = await first(
    `with canary as (
       insert into canaries (name, namespace, spec, source) values ($1 || ' of an incident', 'default', '{}', 'UI') returning id
     )
     insert into checks (canary_id, type, name, namespace, spec, status, last_runtime, next_runtime, interval_seconds)
     select id, 'http', $1, 'default', '{}', $2, now(), now() + interval '1 day', 60 from canary returning id`,
    [name, status],
  );
  return check["id"]!;
}

/** Changes the result of a check like a run would. */
export const stateCheck = (id: string, status: "healthy" | "unhealthy") =>
  query("update checks set status = $2, last_runtime = now(), last_transition_time = now() where id = $1", [
    id,
    status,
  ]);
