// Generates people with roles, teams by domain, agents in other places, and connections to other systems.
import { localAgent } from "#language/local-agent.ts";
import { TextArray } from "../copy.ts";
import { day, hour, minute, numbers, rowsOf, second, type Estate, type TableRows } from "../estate.ts";
import { domains, firstNames, lastNames } from "../words.ts";

export interface People {
  people: readonly string[];
  names: readonly string[];
  teams: readonly { id: string; name: string; members: readonly number[] }[];
  agents: readonly string[];
  connections: readonly string[];
  tables: readonly TableRows[];
}

const roles = ["editor", "responder", "viewer", "commander", "viewer", "guest"];
/** The connection types that have a URL in their form. */
const connectionUrls: Readonly<Record<string, string>> = {
  slack: "slack://token@alerts",
  postgres: "postgres://monitor@postgres.example.org:5432/app",
  aws: "https://sts.eu-west-1.amazonaws.com",
  github: "https://api.github.com",
  prometheus: "https://prometheus.example.org",
  http: "https://api.example.org/status",
  kubernetes: "https://kubernetes.example.org:6443",
  email: "smtp://monitor@mail.example.org:587",
};
const connectionTypes = Object.keys(connectionUrls);
const logSystems: readonly Readonly<Record<string, object>>[] = [
  { loki: { url: "http://loki.example.org:3100" } },
  { opensearch: { address: "https://opensearch.example.org:9200", index: "logs-*" } },
  { cloudwatch: { auth: { region: "eu-west-1" }, log_group: "/shop/production" } },
];

/** The resources that use the main connection of each type. */
const connectionUsers = {
  slack: { kind: "notification", purpose: "message", count: 3 },
  postgres: { kind: "canary", purpose: "check", count: 4 },
  aws: { kind: "scraper", purpose: "scrape", count: 1 },
  github: { kind: "scraper", purpose: "scrape", count: 1 },
  prometheus: { kind: "canary", purpose: "check", count: 6 },
  http: { kind: "canary", purpose: "check", count: 2 },
  kubernetes: { kind: "scraper", purpose: "scrape", count: 2 },
  email: { kind: "notification", purpose: "message", count: 1 },
};

interface Grant {
  to: "team" | "person" | "group";
  action: string;
  object: string;
  /** The reason for the rule. */
  description: string;
  deny?: true;
  /** The number of days until the rule ends. */
  days?: number;
}
const grants: readonly Grant[] = [
  { to: "team", action: "playbook:run", object: "playbooks", description: "Owns the runbooks of its services" },
  { to: "person", action: "read", object: "connection", description: "Reviews credentials every quarter" },
  { to: "team", action: "read", object: "logs", description: "On call this month", days: 20 },
  { to: "group", action: "playbook:approve", object: "playbooks", description: "Second pair of eyes for restarts" },
  { to: "team", action: "playbook:run", object: "playbooks", description: "Frozen until the move ends", deny: true },
  { to: "person", action: "update", object: "notification", description: "Tunes the alert rules" },
];

export function makePeople(estate: Estate): People {
  const { ago, named, counts } = estate;
  const chance = estate.chance("people");
  const people = numbers(counts.people).map(estate.ids("person"));
  const members = people.map((id, n) => {
    const first = firstNames[n % firstNames.length]!;
    const last = lastNames[(n * 7 + Math.floor(n / firstNames.length)) % lastNames.length]!;
    return { id, first, last, name: `${first} ${last}`, email: named(`${first}.${last}.${n}`.toLowerCase()) };
  });
  const teams = domains.map((domain, n) => ({
    id: estate.ids("team")(n),
    name: named(domain),
    members: [...new Set(numbers(chance.between(3, 7)).map(() => chance.below(people.length)))],
  }));
  // The agent of this system itself already exists.
  const agents = numbers(counts.agents).map(estate.ids("agent"));
  const connections = numbers(connectionTypes.length * 2).map(estate.ids("connection"));

  return {
    people,
    names: members.map(({ name }) => name),
    teams,
    agents: [localAgent, localAgent, ...agents],
    connections,
    tables: [
      rowsOf("people", members, ({ id, first, last, name, email }, n) => ({
        id,
        name,
        first_name: first,
        last_name: last,
        email: `${email}@example.org`,
        title: n % 5 === 0 ? "Engineering manager" : "Engineer",
        properties: { role: roles[n % roles.length]! },
        last_login: ago(chance.below(20 * day)),
        created_at: ago(400 * day - n * day),
      })),
      rowsOf("person_roles", people, (person_id, n) => ({
        person_id,
        role: n === 0 ? "editor" : roles[n % roles.length],
      })),
      rowsOf("teams", teams, ({ id, name }, n) => ({
        id,
        name,
        icon: "group",
        spec: { components: [{ labelSelector: `team=${domains[n]}` }] },
        source: "UI",
        created_by: people[0],
        created_at: ago(390 * day),
      })),
      rowsOf(
        "team_members",
        teams.flatMap(({ id, members }) => members.map((member) => ({ team_id: id, person_id: people[member] }))),
        (row) => row,
      ),
      rowsOf("agents", agents, (id, n) => ({
        id,
        name: named(`edge-${n + 1}`),
        hostname: `quarterdeck-agent-${n + 1}`,
        description: `Agent in data centre ${n + 1}`,
        version: `0.${n % 3}.1`,
        properties: { region: n % 2 === 0 ? "eu" : "us" },
        created_by: people[0],
        created_at: ago((300 - n) * day),
        last_seen: n % 4 === 3 ? ago(3 * hour) : ago(20 * second),
        last_received: ago(n % 4 === 3 ? 3 * hour : minute),
      })),
      rowsOf("connections", connections, (id, n) => ({
        id,
        name: named(`${connectionTypes[n % connectionTypes.length]}-${n < connectionTypes.length ? "main" : "backup"}`),
        namespace: "default",
        type: connectionTypes[n % connectionTypes.length],
        url: connectionUrls[connectionTypes[n % connectionTypes.length]!],
        source: n % 3 === 0 ? "KubernetesCRD" : "UI",
        properties: { region: "eu-west-1" },
        created_by: people[n % people.length],
        created_at: ago((200 - n) * day),
      })),
      rowsOf(
        "connection_uses",
        Object.values(connectionUsers).flatMap(({ kind, purpose, count }, n) => [
          ...numbers(count).map((user) => ({
            connection_id: connections[n],
            subject_kind: kind,
            subject_id: estate.ids(kind)(user),
            subject_name: `${kind} ${user + 1}`,
            purpose,
            first_used_at: ago((100 - n) * day),
            last_used_at: ago((n + user) * minute),
            outcome: null,
          })),
          // A person has tested the connection.
          {
            connection_id: connections[n],
            subject_kind: "person",
            subject_id: people[0],
            subject_name: members[0]?.name ?? "",
            purpose: "test",
            first_used_at: ago((100 - n) * day),
            last_used_at: ago((n + 1) * day),
            outcome: n === 2 ? "failed" : "reached",
          },
        ]),
        (row) => row,
      ),
      rowsOf("logging_backends", numbers(logSystems.length).map(estate.ids("logging backend")), (id, n) => ({
        id,
        name: named(Object.keys(logSystems[n]!)[0]!),
        labels: { tier: "logs" },
        spec: { backends: [logSystems[n]] },
        source: "UI",
        created_by: people[0],
        created_at: ago(150 * day),
      })),
      rowsOf("permissions", numbers(24).map(estate.ids("permission")), (id, n) => {
        const { to, action, object, description, deny = false, days } = grants[n % grants.length]!;
        const team = to === "team" ? teams[n % teams.length]!.id : null;
        const person = to === "person" ? people[n % people.length]! : null;
        return {
          id,
          name: named(`${domains[n % domains.length]}-${object}`),
          description,
          source: n % 2 === 0 ? "UI" : "KubernetesCRD",
          subject_type: to,
          subject: team ?? person ?? roles[Math.floor(n / grants.length) % roles.length],
          team_id: team,
          person_id: person,
          action,
          object,
          deny,
          until: days === undefined ? null : ago(-days * day),
          agents: new TextArray([]),
          created_by: people[0],
          created_at: ago((100 - 4 * n) * day),
        };
      }),
    ],
  };
}
