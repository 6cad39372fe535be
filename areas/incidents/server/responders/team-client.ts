// Opens the system in which a team gets tickets: its address and credentials, from the team or from its connection.
import { reachFor } from "#areas/connections/server/index.ts";
import { deliveryFailureOf } from "#areas/notifications/server/index.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { Client } from "./responder.ts";

export interface ClientOptions {
  /** For error messages and for the record of used connections. */
  subject: { id: string; name: string };
  client: Client;
  scrubber: Scrubber;
  signal: AbortSignal;
}

export const openClient = (system: System, { subject, client, scrubber }: ClientOptions) =>
  reachFor(system, {
    subject: { kind: "notification", ...subject },
    namespace: "default",
    scrubber,
    purpose: "responder",
    system,
  })
    .connection(client)
    .catch((error: unknown) => {
      throw deliveryFailureOf(error);
    });
