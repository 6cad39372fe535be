// Generates incidents with their hypotheses, evidence and comments.
import { day, hour, minute, numbers, rowsOf, type Estate, type TableRows } from "../estate.ts";
import type { Catalog } from "./catalog.ts";
import { evidenceOf, evidenceTypes, type EvidenceType } from "./evidence.ts";
import type { Health } from "./health.ts";
import type { People } from "./people.ts";
import type { Topology } from "./topology.ts";

interface Story {
  title: string;
  description: string;
  type: string;
  cause: string;
  factor: string;
  solution: string;
}

/** Each incident follows one of these stories. */
const stories: readonly Story[] = [
  {
    title: "Latency of",
    description: "Requests take more than five seconds; customers give up before they pay.",
    type: "performance",
    cause: "The database is saturated",
    factor: "A query lost its index in the last release",
    solution: "Create the index again and limit the connection pool",
  },
  {
    title: "Errors in",
    description: "One request in five fails with status 503 since the last release.",
    type: "availability",
    cause: "A release went wrong",
    factor: "The new version needs a variable that is not set",
    solution: "Roll back, then set the variable",
  },
  {
    title: "No answer from",
    description: "Health checks from two regions time out; status page updated.",
    type: "availability",
    cause: "DNS responds slowly",
    factor: "The resolver runs on a node without memory",
    solution: "Move the resolver to its own nodes",
  },
  {
    title: "Disk full on",
    description: "Writes fail. Old log files take most of the space.",
    type: "reliability",
    cause: "Logs are not rotated",
    factor: "The debug level was left on after the last incident",
    solution: "Rotate logs daily and alert at 80 %",
  },
  {
    title: "Certificate expired on",
    description: "Clients refuse the connection. The renewal failed three weeks ago without an alert.",
    type: "security",
    cause: "The renewal job has no permission",
    factor: "Nobody is notified when the job fails",
    solution: "Grant the permission and watch the job",
  },
  {
    title: "Unexpected costs of",
    description: "The daily costs doubled since the weekend.",
    type: "cost",
    cause: "A queue has filled up",
    factor: "Autoscaling has no upper limit",
    solution: "Set a limit and drain the queue",
  },
  {
    title: "Unsupported version of",
    description: "Security updates end next month; two libraries block the upgrade.",
    type: "technicalDebt",
    cause: "The upgrade was postponed twice",
    factor: "An internal library needs the old runtime",
    solution: "Replace the library, then upgrade",
  },
];

const remarks = [
  "Looking into it.",
  "Rolled back to the previous release; error rate is falling.",
  "It is the database again: 480 of 500 connections are in use.",
  "Latency is back to 200 ms. I keep watching it.",
  "All clear. Follow-ups are in the solution.",
];

const statuses = ["open", "investigating", "mitigated", "resolved", "closed", "closed", "closed", "closed"];
/** The earlier statuses for each status, with the minutes since the start. */
const way: readonly (readonly [status: string, after: number])[] = [
  ["investigating", 10],
  ["mitigated", 25],
  ["resolved", 40],
  ["closed", 50],
];
const severities = ["critical", "high", "high", "medium", "medium", "low"];

const descriptions: Readonly<Record<EvidenceType, string>> = {
  topology: "",
  check: "The check failed at the same moment",
  config: "Scaled down",
  log: "Requests time out",
  comment: "",
};

const levels = [
  { type: "root", text: "cause" },
  { type: "factor", text: "factor" },
  { type: "solution", text: "solution" },
] as const;

/** The steps from open to a status. */
const passed = (status: string) => way.slice(0, way.findIndex(([step]) => step === status) + 1);

/** An estate without checks has no evidence of checks. */
const evidenceTypeAt = (index: number, check: unknown): EvidenceType => {
  const type = evidenceTypes[index % evidenceTypes.length]!;
  return type === "check" && check === undefined ? "topology" : type;
};

export function makeIncidents(
  estate: Estate,
  catalog: Catalog,
  { checks }: Health,
  { components }: Topology,
  { people, teams }: People,
): TableRows[] {
  const { ago, counts } = estate;
  const chance = estate.chance("incidents");
  const rules = numbers(5).map(estate.ids("incident rule"));
  const incidents = numbers(counts.incidents).map((n) => {
    const component = chance.pick(components);
    const age = chance.below(150 * day) + hour;
    return {
      id: estate.ids("incident")(n),
      number: n + 1,
      component,
      check: checks.length > 0 ? chance.pick(checks) : undefined,
      age,
      status: age < 4 * day ? chance.pick(statuses.slice(0, 3)) : chance.pick(statuses),
      author: chance.pick(people),
      commander: people[n % people.length]!,
      story: stories[n % stories.length]!,
    };
  });
  const isOver = (status: string) => status === "resolved" || status === "closed";
  const responders = incidents.flatMap((incident) =>
    numbers(chance.between(1, 3)).map((n) => ({
      incident,
      team: n === 0 ? chance.pick(teams).id : null,
      person: n === 0 ? null : chance.pick(people),
    })),
  );
  const hypotheses = incidents.flatMap((incident) => levels.map((level, number) => ({ incident, number, level })));
  const responderId = estate.ids("responder");
  const hypothesisId = estate.ids("hypothesis");
  const evidenceId = estate.ids("evidence");
  const evidences = hypotheses.flatMap((hypothesis, at) =>
    numbers(chance.between(1, 3)).map((n) => ({
      hypothesis,
      at,
      type: evidenceTypeAt(n + at, hypothesis.incident.check),
      item: chance.pick(catalog.items),
    })),
  );
  const rootOf = new Map(
    hypotheses.flatMap(({ incident, number }, n) => (number === 0 ? [[incident.id, hypothesisId(n)] as const] : [])),
  );
  const comments = incidents.flatMap((incident) =>
    numbers(chance.between(0, 6)).map((n) => ({ incident, n, author: chance.pick(people) })),
  );
  const steps = [
    ...incidents.map((incident) => ({
      incident,
      type: "incident.created",
      description: `INC-${incident.number}`,
      hypothesis_id: null,
      evidence_id: null,
      after: 0,
    })),
    ...incidents.flatMap((incident) =>
      passed(incident.status).map(([status, after]) => ({
        incident,
        type: "incident.status_updated",
        description: status,
        hypothesis_id: null,
        evidence_id: null,
        after,
      })),
    ),
    ...hypotheses.map(({ incident }, n) => ({
      incident,
      type: "hypothesis.created",
      description: "possible",
      hypothesis_id: hypothesisId(n),
      evidence_id: null,
      after: 2,
    })),
    ...evidences.map(({ hypothesis: { incident }, at }, n) => ({
      incident,
      type: "evidence.created",
      description: null,
      hypothesis_id: hypothesisId(at),
      evidence_id: evidenceId(n),
      after: 5,
    })),
  ];

  return [
    rowsOf("incident_rules", rules, (id, n) => ({
      id,
      name: estate.named(
        `${["critical checks", "unhealthy systems", "payment errors", "capacity", "certificates"][n]}`,
      ),
      spec: { components: [{ types: ["System"] }], hoursOfOperation: [] },
      source: "UI",
      created_by: people[0],
      created_at: ago(200 * day),
    })),
    rowsOf("incidents", incidents, ({ id, number, story, component, status, age, author, commander }, n) => ({
      id,
      incident_id: `INC-${estate.seed === 1 ? "" : `${estate.seed}-`}${number}`,
      incident_rule_id: n % 3 === 0 ? rules[n % rules.length] : null,
      title: `${story.title} ${component.name}`,
      description: story.description,
      type: story.type,
      status,
      severity: severities[n % severities.length],
      created_by: author,
      commander_id: commander,
      communicator_id: author,
      acknowledged: status === "open" ? null : ago(age - 10 * minute),
      resolved: isOver(status) ? ago(age - 40 * minute) : null,
      closed: status === "closed" ? ago(age - 50 * minute) : null,
      created_at: ago(age),
      updated_at: ago(age - 50 * minute),
    })),
    rowsOf("responders", responders, ({ incident, team, person }, n) => ({
      id: responderId(n),
      incident_id: incident.id,
      type: person === null ? "team" : "person",
      person_id: person,
      team_id: team,
      properties: { responderType: person === null ? "team" : "person" },
      status: "delivered",
      status_reason: "A message was sent by email.",
      created_by: incident.author,
      created_at: ago(incident.age - minute),
    })),
    rowsOf("hypotheses", hypotheses, ({ incident, number, level }, n) => ({
      id: hypothesisId(n),
      incident_id: incident.id,
      parent_id: number === 0 ? null : hypothesisId(n - 1),
      type: level.type,
      title: incident.story[level.text],
      status: ["proven", "likely", "possible", "unlikely"][n % 4],
      created_by: incident.author,
      created_at: ago(incident.age - 2 * minute),
    })),
    rowsOf("evidences", evidences, ({ hypothesis: { incident }, at, type, item }, n) => ({
      id: evidenceId(n),
      description: descriptions[type],
      hypothesis_id: hypothesisId(at),
      type,
      component_id: type === "topology" ? incident.component.id : null,
      check_id: type === "check" ? (incident.check?.id ?? null) : null,
      config_id: type === "config" ? item.id : null,
      evidence: evidenceOf(type, { ...incident, item, ago }),
      definition_of_done: n % 5 === 0,
      done: n % 5 === 0 ? isOver(incident.status) : null,
      created_by: incident.author,
      created_at: ago(incident.age - 5 * minute),
    })),
    rowsOf("comments", comments, ({ incident, n, author }, at) => ({
      id: estate.ids("comment")(at),
      created_by: author,
      comment: remarks[n % remarks.length],
      hypothesis_id: rootOf.get(incident.id) ?? null,
      incident_id: incident.id,
      created_at: ago(incident.age - (3 + n * 5) * minute),
    })),
    rowsOf("incident_histories", steps, ({ incident, type, description, hypothesis_id, evidence_id, after }, n) => ({
      id: estate.ids("incident step")(n),
      incident_id: incident.id,
      created_by: incident.author,
      type,
      description,
      hypothesis_id,
      evidence_id,
      created_at: ago(incident.age - after * minute),
      updated_at: ago(incident.age - after * minute),
    })),
  ];
}
