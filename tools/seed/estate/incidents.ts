// Generates incidents with their hypotheses, evidence and comments.
import { day, hour, minute, numbers, rowsOf, type Estate, type TableRows } from "../estate.ts";
import type { Catalog } from "./catalog.ts";
import { evidenceOf, evidenceTypes, type EvidenceType } from "./evidence.ts";
import type { Health } from "./health.ts";
import type { People } from "./people.ts";
import type { Topology } from "./topology.ts";

const titles = [
  "Latency of",
  "Errors in",
  "No answer from",
  "Disk full on",
  "Memory pressure in",
  "Failed deployment of",
  "Certificate expired on",
];
const causes = [
  "A release went wrong",
  "The database is saturated",
  "A node is out of memory",
  "DNS responds slowly",
  "A queue has filled up",
];
const types = ["availability", "performance", "availability", "reliability", "security", "cost"];
const statuses = ["open", "investigating", "mitigated", "resolved", "closed", "closed", "closed", "closed"];
const severities = ["critical", "high", "high", "medium", "medium", "low"];

const descriptions: Readonly<Record<EvidenceType, string>> = {
  topology: "",
  check: "The check failed at the same moment",
  config: "Scaled down",
  log: "Requests time out",
  comment: "",
};

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
      title: `${chance.pick(titles)} ${component.name}`,
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
  const hypotheses = incidents.flatMap((incident) =>
    numbers(chance.between(1, 4)).map((n) => ({ incident, number: n, cause: causes[n % causes.length]! })),
  );
  const responderId = estate.ids("responder");
  const hypothesisId = estate.ids("hypothesis");
  const evidenceId = estate.ids("evidence");
  const evidences = hypotheses.flatMap((hypothesis, at) =>
    numbers(chance.between(0, 3)).map((n) => ({
      hypothesis,
      at,
      type: evidenceTypeAt(n + at, hypothesis.incident.check),
      item: chance.pick(catalog.items),
    })),
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
      isOver(incident.status)
        ? [
            {
              incident,
              type: "incident.status_updated",
              description: incident.status,
              hypothesis_id: null,
              evidence_id: null,
              after: 30,
            },
          ]
        : [],
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
    rowsOf("incidents", incidents, ({ id, number, title, status, age, author }, n) => ({
      id,
      incident_id: `INC-${estate.seed === 1 ? "" : `${estate.seed}-`}${number}`,
      incident_rule_id: n % 3 === 0 ? rules[n % rules.length] : null,
      title,
      description: "Customers report errors; see the evidence.",
      type: types[n % types.length],
      status,
      severity: severities[n % severities.length],
      created_by: author,
      commander_id: people[n % people.length],
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
      type: person === null ? "email" : "person",
      person_id: person,
      team_id: team,
      properties: { responderType: person === null ? "email" : "person" },
      created_by: incident.author,
      created_at: ago(incident.age - minute),
    })),
    rowsOf("hypotheses", hypotheses, ({ incident, number, cause }, n) => ({
      id: hypothesisId(n),
      incident_id: incident.id,
      parent_id: number === 0 ? null : hypothesisId(n - number),
      type: number === 0 ? "root" : number === 1 ? "factor" : "solution",
      title: cause,
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
      comment: ["Looking into it.", "Rolled back.", "It is the database again.", "Latency is falling.", "All clear."][
        n % 5
      ],
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
