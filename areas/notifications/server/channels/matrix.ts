// Matrix: sends to rooms as a user. The transaction id makes repeated requests harmless. A recovery answers the message of
// the problem.
import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { z } from "zod";
import { hostIn } from "#areas/connections/server/index.ts";
import { documentOf } from "../text/message-document.ts";
import { fit } from "../text/fit.ts";
import { renderHtml } from "../text/render-html.ts";
import { bytesOf, linksLine, plainMessage, titleBlock } from "../text/render-message.ts";
import { DeliveryFailure, type Message, type Sending } from "./channel.ts";
import { defineChannel, listIn, property, propertyOf, required } from "./channel-kind.ts";
import { channelService, type ChannelService } from "./channel-service.ts";

const api = "/_matrix/client/v3";
/** An event has at most 65,536 bytes, and contains the text twice. */
const maxBytes = 25_000;

const session = z.object({ access_token: z.string() });
const joined = z.object({ joined_rooms: z.array(z.string()) });
const resolved = z.object({ room_id: z.string() });
const sent = z.object({ event_id: z.string() });
const problem = z.object({ errcode: z.string(), retry_after_ms: z.number().optional() });
const references = z.record(z.string(), z.string());

/** Access tokens by server, user and password, because servers limit the number of sign-ins. */
const tokens = new Map<string, string>();
const maxTokens = 200;

export const matrix = defineChannel({
  type: "matrix",
  title: "Matrix",
  icon: "matrix",
  spec: z.object({
    rooms: property("Rooms", "Ids or aliases separated by commas. Default: all rooms that the user joined"),
  }),
  async deliver(address, message, sending) {
    const secret = required(address.password, "Password");
    const host = hostIn(required(propertyOf(address, "host"), "Host"));
    const service = channelService(sending, {
      name: "Matrix",
      address: `${address.insecureTls ? "http" : "https"}://${host}`,
      credential: address.username ? "user and password" : "the access token",
      secrets: [secret],
      right: "write to the room",
    });
    // Without a user the password is an access token.
    const user = address.username;
    if (!user)
      return { reference: await sendToRooms(service, secret, { message, rooms: propertyOf(address, "rooms") }) };
    const key = createHash("sha256")
      .update(JSON.stringify([host, user, secret]))
      .digest("base64");
    const known = tokens.get(key);
    const rooms = propertyOf(address, "rooms");
    try {
      const token = known ?? (await signIn(service, { key, user, password: secret }, sending));
      sending.scrubber.know(token);
      return { reference: await sendToRooms(service, token, { message, rooms }) };
    } catch (error) {
      if (known === undefined || !(error instanceof TokenExpired)) throw error;
      tokens.delete(key);
      const token = await signIn(service, { key, user, password: secret }, sending);
      return { reference: await sendToRooms(service, token, { message, rooms }) };
    }
  },
});

class TokenExpired extends DeliveryFailure {}

async function signIn(
  service: ChannelService,
  { key, user, password }: { key: string; user: string; password: string },
  { scrubber }: Sending,
): Promise<string> {
  const device = `QUARTERDECK_${createHash("sha256").update(hostname()).digest("hex").slice(0, 10).toUpperCase()}`;
  const reply = await service.reply(`${api}/login`, {
    json: {
      type: "m.login.password",
      identifier: { type: "m.id.user", user },
      password,
      // The same device each time: the account does not collect devices, and transaction ids stay valid.
      device_id: device,
      initial_device_display_name: "Quarterdeck",
    },
  });
  // Matrix responds with 403 to a wrong password.
  if (reply.status === 403) throw service.failure({ ...reply, status: 401 });
  if (reply.status !== 200) throw service.failure(reply, waitIn(reply.json));
  const token = session.safeParse(reply.json).data?.access_token;
  if (token === undefined) throw new DeliveryFailure("The server does not respond like Matrix");
  scrubber.know(token);
  if (tokens.size >= maxTokens) tokens.delete(tokens.keys().next().value!);
  tokens.set(key, token);
  return token;
}

const waitIn = (json: unknown) => {
  const millis = problem.safeParse(json).data?.retry_after_ms;
  return millis === undefined ? {} : { retryAfterMs: millis };
};

async function sendToRooms(
  service: ChannelService,
  token: string,
  { message, rooms }: { message: Message; rooms: string | undefined },
): Promise<Record<string, string>> {
  const ask = async <Shape extends z.ZodType>(path: string, shape: Shape, json?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await service.send(api + path, { headers, ...(json && { method: "PUT", json }) }, (answer) => {
      const code = problem.safeParse(answer.json).data?.errcode;
      if (code === "M_UNKNOWN_TOKEN")
        return new TokenExpired("Matrix does not accept the access token.", { isFinal: true });
      return answer.status === 429 ? service.failure(answer, waitIn(answer.json)) : undefined;
    });
    const read = shape.safeParse(reply.json);
    if (!read.success) throw new DeliveryFailure("The server does not respond like Matrix");
    return read.data;
  };
  const named = listIn(rooms);
  const ids = named.length > 0 ? named : (await ask("/joined_rooms", joined)).joined_rooms;
  if (ids.length === 0)
    throw new DeliveryFailure("The user is not in any room. Invite the user to a room and accept the invitation.", {
      isFinal: true,
    });
  const previous = message.purpose === "resolved" ? (references.safeParse(message.previous).data ?? {}) : {};
  const reference: Record<string, string> = {};
  for (const name of ids) {
    const room = name.startsWith("#")
      ? (await ask(`/directory/room/${encodeURIComponent(name)}`, resolved)).room_id
      : name;
    const path = `/rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(message.id)}`;
    const { event_id } = await ask(path, sent, contentOf(message, previous[room]));
    reference[room] = event_id;
  }
  return reference;
}

const contentOf = (message: Message, answered: string | undefined) => ({
  msgtype: "m.text",
  body: plainMessage(message, { limit: maxBytes, measure: bytesOf }),
  format: "org.matrix.custom.html",
  formatted_body: fit(documentOf(message), {
    limit: maxBytes,
    measure: bytesOf,
    render: (document) => renderHtml([titleBlock(message), ...document, ...linksLine(message)]),
  }),
  // The text mentions no user, whatever it contains.
  "m.mentions": {},
  ...(answered === undefined ? {} : { "m.relates_to": { "m.in_reply_to": { event_id: answered } } }),
});
