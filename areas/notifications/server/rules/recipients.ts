// The recipients of a rule: one for each channel in a person's preferences, and one for each channel in a team's spec.
import { createHash } from "node:crypto";
import type { QuietHours } from "./quiet-hours.ts";
import type { ChannelTools } from "../channels/channel-tools.ts";

/** A service in the notation of a rule, a team or a person, with its credentials. */
export interface Service {
  name?: string | null;
  filter?: string | null;
  connection?: string | null;
  url?: string | null;
  email?: string | null;
  webhook?: { url: string; secret?: string; method?: string; contentType?: string } | null;
  properties?: Readonly<Record<string, unknown>> | null;
}

export interface Recipient {
  /** Identifies the recipient within its rule, such as person:<id> or team:<id>/<name of the channel>. */
  key: string;
  /** The name that the history shows. */
  name: string;
  /** The type of the channel; null if it is unknown. */
  channel: string | null;
  /** Messages to one destination share a queue, a rate and a circuit breaker. */
  destination: string;
  personId: string | null;
  teamId: string | null;
  connectionId: string | null;
  /** An expression. If it is false, the recipient gets no message. */
  filter?: string | undefined;
  service: Service;
  quiet?: QuietHours | undefined;
  /** The reason why nothing can be sent to the recipient. */
  fault?: string | undefined;
}

export interface KnownPerson {
  id: string;
  name: string;
  email: string | null;
  channels: readonly Service[];
  quiet: QuietHours | undefined;
}

export interface KnownTeam {
  id: string;
  name: string;
  channels: readonly Service[];
}

export interface KnownConnection {
  id: string;
  name: string;
  namespace: string;
  type: string;
}

/** The people, teams and connections that rules refer to. */
export interface Directory {
  people: ReadonlyMap<string, KnownPerson>;
  teams: ReadonlyMap<string, KnownTeam>;
  playbooks: ReadonlyMap<string, string>;
  connections: readonly KnownConnection[];
  channels: Pick<ChannelTools, "addressOfUrl">;
  handles(recipient: string): boolean;
}

/** The columns of a rule that contain its recipient or its fallback. */
export interface RecipientColumns {
  namespace: string | null;
  personId: string | null;
  teamId: string | null;
  playbookId: string | null;
  services: readonly Service[];
}

export function recipientsOf(columns: RecipientColumns, directory: Directory): Recipient[] {
  const { personId, teamId, playbookId, services, namespace } = columns;
  const found: Recipient[] = [];
  if (personId !== null) found.push(...recipientsOfPerson(personId, directory, namespace));
  if (teamId !== null) found.push(...recipientsOfTeam(teamId, directory, namespace));
  if (playbookId !== null) found.push(playbookRecipient(playbookId, directory));
  for (const [index, service] of services.entries())
    found.push(serviceRecipient(service, `service:${index}`, directory, { namespace }));
  return withOwnKeys(found);
}

/** Two channels may have the same name, but each needs its own key. */
function withOwnKeys(recipients: readonly Recipient[]): Recipient[] {
  const counts = new Map<string, number>();
  return recipients.map((recipient) => {
    const count = (counts.get(recipient.key) ?? 0) + 1;
    counts.set(recipient.key, count);
    return count === 1 ? recipient : { ...recipient, key: `${recipient.key}#${count}` };
  });
}

/**
 * The fallback of a rule may be the same person, so the keys of the fallback differ from the keys of the recipients.
 */
export const fallbacksOf = (columns: RecipientColumns, directory: Directory): Recipient[] =>
  recipientsOf(columns, directory).map((recipient) => ({ ...recipient, key: `fallback/${recipient.key}` }));

/** Returns the recipient or fallback of a rule; undefined if it is no longer part of the rule. */
export const recipientWith = (
  rule: { recipients: readonly Recipient[]; fallback: readonly Recipient[] } | undefined,
  key: string,
): Recipient | undefined =>
  rule?.recipients.find((recipient) => recipient.key === key) ??
  rule?.fallback.find((recipient) => recipient.key === key);

function recipientsOfPerson(id: string, directory: Directory, namespace: string | null): Recipient[] {
  const person = directory.people.get(id);
  if (!person) return [];
  const services: readonly Service[] = person.channels.length > 0 ? person.channels : [{ email: person.email ?? "" }];
  return services.map((service, index) => ({
    ...serviceRecipient(
      service,
      `person:${id}${person.channels.length > 0 ? `/${service.name ?? index}` : ""}`,
      directory,
      {
        namespace,
      },
    ),
    name: services.length > 1 ? `${person.name} (${service.name ?? index + 1})` : person.name,
    personId: id,
    // Only authors of rules and teams write filters: a filter that fails pauses the rule.
    filter: undefined,
    quiet: person.quiet,
    ...(service.email === "" && { fault: "The person has no email address." }),
  }));
}

function recipientsOfTeam(id: string, directory: Directory, namespace: string | null): Recipient[] {
  const team = directory.teams.get(id);
  if (!team) return [];
  return team.channels.map((service, index) => {
    const name = service.name ?? String(index + 1);
    const recipient = serviceRecipient(service, `team:${id}/${name}`, directory, { namespace });
    return { ...recipient, name: `${team.name}: ${name}`, teamId: id };
  });
}

const playbookRecipient = (id: string, directory: Directory): Recipient => ({
  key: `playbook:${id}`,
  name: directory.playbooks.get(id) ?? "Playbook",
  channel: "playbook",
  destination: "playbook",
  personId: null,
  teamId: null,
  connectionId: null,
  service: {},
  ...(!directory.handles("playbook") && { fault: "Playbooks cannot be recipients yet." }),
});

function serviceRecipient(
  service: Service,
  key: string,
  directory: Directory,
  { namespace }: { namespace: string | null },
): Recipient {
  const filter = service.filter?.trim() ? service.filter : undefined;
  const common = { key, personId: null, teamId: null, connectionId: null, filter, service };
  if (service.connection) {
    const found = findConnection(directory.connections, service.connection, namespace);
    if (found)
      return {
        ...common,
        name: service.name || found.name,
        channel: found.type,
        destination: `connection:${found.id}`,
        connectionId: found.id,
      };
    // A plain URL is also a valid reference.
    if (!service.connection.startsWith("connection://") && service.connection.includes("://"))
      return { ...common, ...urlRecipient(service.connection, service.name, directory) };
    const fault = `There is no connection ${JSON.stringify(service.connection)}.`;
    return { ...common, name: service.name || service.connection, channel: null, destination: key, fault };
  }
  if (service.url) return { ...common, ...urlRecipient(service.url, service.name, directory) };
  if (service.webhook) {
    const { url } = service.webhook;
    const name = service.name || (URL.canParse(url) ? new URL(url).host : "webhook");
    return { ...common, name, channel: "generic_webhook", destination: `webhook:${digest(url)}` };
  }
  return { ...common, name: service.email || service.name || "email", channel: "email", destination: "mail" };
}

function urlRecipient(url: string, name: string | null | undefined, { channels }: Directory) {
  const destination = `url:${digest(url)}`;
  try {
    const { type } = channels.addressOfUrl(url);
    return { name: name || type, channel: type, destination };
  } catch {
    return { name: name || "URL", channel: null, destination, fault: "The URL of the service cannot be read." };
  }
}

const digest = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 16);

const scheme = "connection://";

/**
 * Finds a connection by id, `connection://namespace/name` or `connection://name`. References in older rules begin with
 * the type.
 */
function findConnection(connections: readonly KnownConnection[], text: string, namespace: string | null) {
  const reference = text.trim();
  if (!reference.startsWith(scheme)) return connections.find(({ id }) => id === reference.toLowerCase());
  const path = reference.slice(scheme.length);
  const slash = path.indexOf("/");
  const [first, name] = slash < 0 ? [namespace ?? "default", path] : [path.slice(0, slash), path.slice(slash + 1)];
  const named = connections.filter((connection) => connection.name === name);
  return named.find((connection) => connection.namespace === first) ?? named.find(({ type }) => type === first);
}
