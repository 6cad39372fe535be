import { randomUUID } from "node:crypto";
import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { countOf } from "#lib/text/words.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, line, plainHttp } from "../connection/fields.ts";
import { greeting, hostIn, inAddress } from "./messenger.ts";
import { needed, serviceCall, type ServiceCall } from "../clients/service-call.ts";

const whoami = z.object({ user_id: z.string() });
const session = z.object({ user_id: z.string(), access_token: z.string() });
const rooms = z.object({ joined_rooms: z.array(z.string()) });

const api = "/_matrix/client/v3";

export const matrix = connectionType({
  type: "matrix",
  title: "Matrix",
  icon: "matrix",
  group: "Messages",
  isForMessages: true,
  fields: {
    username: line("User", "username").optional(),
    password: credential("Password", "password", { description: "Password or access token" }),
    host: line("Host", "properties.host"),
    insecure_tls: plainHttp,
  },
  url: ({ username, host, insecure_tls = "false" }) =>
    `matrix://${inAddress(username)}:$(password)@${hostIn(host)}/?DisableTLS=${insecure_tls}`,
  async test({ username, password, properties, insecure_tls }, trial) {
    const secret = needed(password, "Password");
    const service = serviceCall(trial, {
      name: "Matrix",
      address: `${insecure_tls ? "http" : "https"}://${hostIn(needed(properties["host"], "Host"))}`,
      credential: username ? "user and password" : "the access token",
      secrets: [secret],
    });
    // Without a user the password is an access token.
    const { user_id, access_token } = username
      ? await signIn(service, username, secret)
      : { ...(await service.ask(`${api}/account/whoami`, whoami, bearer(secret))), access_token: secret };
    try {
      const description = `Matrix at ${service.host}, as ${user_id}`;
      if (!trial.sends) return description;
      return `${description}, message sent to ${countOf(await write(service, access_token), "room", "rooms")}`;
    } finally {
      // Logs out, so that tests do not leave devices in the account.
      if (username) await service.reply(`${api}/logout`, { json: {}, ...bearer(access_token) });
    }
  },
});

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function signIn(service: ServiceCall, user: string, password: string): Promise<z.output<typeof session>> {
  const reply = await service.reply(`${api}/login`, {
    json: {
      type: "m.login.password",
      identifier: { type: "m.id.user", user },
      password,
      initial_device_display_name: "Quarterdeck",
    },
  });
  // Matrix responds with 403 to a wrong password.
  if (reply.status === 403) throw service.refusal({ ...reply, status: 401 });
  return service.read(reply, session);
}

async function write(service: ServiceCall, token: string): Promise<number> {
  const { joined_rooms } = await service.ask(`${api}/joined_rooms`, rooms, bearer(token));
  if (joined_rooms.length === 0)
    throw new ConnectionFailure("The user is not in any room", "Invite the user to a room and accept the invitation.");
  for (const room of joined_rooms)
    await service.ask(
      `${api}/rooms/${encodeURIComponent(room)}/send/m.room.message/${randomUUID()}`,
      z.object({ event_id: z.string() }),
      { method: "PUT", json: { msgtype: "m.text", body: greeting.message }, ...bearer(token) },
    );
  return joined_rooms.length;
}
