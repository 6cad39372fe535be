// The addresses of people, teams and services for messages without a rule: tests, and messages to the responders of an
// incident.
import type { Subject } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import type { Trust } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { channelTools } from "../channels/channel-tools.ts";
import type { ServiceAddress } from "../channels/service-url.ts";
import { recipientsOf, type RecipientColumns } from "../rules/recipients.ts";
import { loadDirectory } from "../rules/rule-book.ts";
import { resolveAddress } from "./address.ts";
import { propertiesOf, trustOf } from "./send.ts";

export interface Target {
  name: string;
  trust: Trust;
  /** Resolves the address with its secrets, which are added to the scrubber. */
  open(scrubber: Scrubber): Promise<ServiceAddress>;
}

export interface TargetColumns extends Partial<Omit<RecipientColumns, "playbookId">> {
  properties?: Readonly<Record<string, unknown>>;
}

/** Finds the recipients that a rule with these columns would have, with their addresses and properties. */
export async function findTargets(system: System, columns: TargetColumns, subject: Subject): Promise<Target[]> {
  const { personId = null, teamId = null, services = [], namespace = null, properties = {} } = columns;
  const directory = await loadDirectory(system.db.system, system, channelTools, {
    people: personId === null ? [] : [personId],
    teams: teamId === null ? [] : [teamId],
  });
  const recipients = recipientsOf({ namespace, personId, teamId, playbookId: null, services }, directory);
  return recipients.map((recipient) => ({
    name: recipient.name,
    trust: trustOf(recipient),
    async open(scrubber) {
      const using = { subject, namespace: namespace ?? "default", scrubber, isFresh: true };
      const { type, address } = await resolveAddress(system, channelTools, recipient, using);
      const written = await propertiesOf({ properties }, recipient, undefined);
      return { type, address: channelTools.withProperties(type, address, written) };
    },
  }));
}
