// Reads plans and buckets of Microsoft Planner through Microsoft Graph:
// https://learn.microsoft.com/en-us/graph/api/resources/planner-overview
import { z } from "zod";
import { channelService, DeliveryFailure } from "#areas/notifications/server/index.ts";
import type { System } from "#server/area.ts";
import { openClient, type ClientOptions } from "./team-client.ts";

const token = z.object({ access_token: z.string() });
const plans = z.object({ value: z.array(z.object({ id: z.string(), title: z.string() })) });
const buckets = z.object({ value: z.array(z.object({ id: z.string(), name: z.string() })) });

export interface Planner {
  plans(): Promise<readonly { id: string; title: string }[]>;
  buckets(plan: string): Promise<readonly { id: string; name: string }[]>;
}

export async function openPlanner(system: System, options: ClientOptions): Promise<Planner> {
  const { client, scrubber, signal } = options;
  const { username, password } = await openClient(system, options);
  const { tenant_id: tenant, client_id: id, group_id: group } = client;
  if (!tenant || !id || !group)
    throw new DeliveryFailure("The team needs a tenant, a client and a group of Microsoft Planner.", { isFinal: true });
  if (!password) throw new DeliveryFailure("The team has no password for Microsoft Planner.", { isFinal: true });
  const sending = { outbound: system.outbound("operator"), scrubber, signal, record() {} };
  const login = channelService(sending, {
    name: "Microsoft Entra",
    address: "https://login.microsoftonline.com",
    isFixed: true,
    credential: "the password",
    secrets: [password],
  });
  const scope = "https://graph.microsoft.com/.default";
  const { json } = await login.send(`/${encodeURIComponent(tenant)}/oauth2/v2.0/token`, {
    // Without a username, the application signs in with its own credentials.
    form: username
      ? { grant_type: "password", client_id: id, username, password, scope }
      : { grant_type: "client_credentials", client_id: id, client_secret: password, scope },
  });
  const bearer = read(token, json).access_token;
  const graph = channelService(sending, {
    name: "Microsoft Planner",
    address: "https://graph.microsoft.com/v1.0",
    isFixed: true,
    credential: "the token",
    secrets: [bearer],
    headers: { authorization: `Bearer ${bearer}` },
    right: "read the plans of the group",
  });
  return {
    async plans() {
      const reply = await graph.send(`/groups/${encodeURIComponent(group)}/planner/plans`, {});
      return read(plans, reply.json).value;
    },
    async buckets(plan) {
      const reply = await graph.send(`/planner/plans/${encodeURIComponent(plan)}/buckets`, {});
      return read(buckets, reply.json).value;
    },
  };
}

function read<Shape extends z.ZodType>(shape: Shape, json: unknown): z.output<Shape> {
  const parsed = shape.safeParse(json);
  if (!parsed.success)
    throw new DeliveryFailure("The server does not respond like Microsoft Planner.", { isFinal: true });
  return parsed.data;
}
