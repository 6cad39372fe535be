// Matrix: sends to rooms as a user. The transaction id prevents duplicates after a retry. A recovery replies to the
// message about the problem.
import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { z } from "zod";
import { hostIn, type Reply } from "#areas/connections/server/index.ts";
import { documentOf } from "../text/message-document.ts";
import { fit } from "../text/fit.ts";
import { renderHtml } from "../text/render-html.ts";
import { bytesOf, linksLine, plainMessage, titleBlock } from "../text/render-message.ts";
import { DeliveryFailure, type Message, type Sending } from "./channel.ts";
import { defineChannel, listIn, property, propertyOf, required } from "./channel-kind.ts";
import { channelService, type ChannelService, unexpectedReply } from "./channel-service.ts";
import { oncePerPart, reachedTargets } from "./delivered-parts.ts";
import { sendToEach } from "./each-target.ts";

const api = "/_matrix/client/v3";
/** An event has at most 65,536 bytes, and contains the text twice. */
const maxBytes = 25_000;

const signedIn = z.object({ access_token: z.string() });
const joined = z.object({ joined_rooms: z.array(z.string()) });
const resolved = z.object({ room_id: z.string() });
const sent = z.object({ event_id: z.string() });
const problem = z.object({ errcode: z.string(), retry_after_ms: z.number().optional() });
const references = z.record(z.string(), z.string());

/**
 * Caches sign-ins by server, user and password, because servers limit their number. Concurrent deliveries share a
 * pending sign-in, because another sign-in of the same device would invalidate the first token.
 */
const signIns = new Map<string, Promise<string>>();
const maxSignIns = 200;

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
    const session = sessionOf(service, { host, user: address.username, secret }, sending);
    return {
      reference: await sendToRooms(service, session, { message, rooms: propertyOf(address, "rooms"), sending }),
    };
  },
});

interface Session {
  token(): Promise<string>;
  /** Returns a new token to replace a token that the server does not accept. */
  renew(refused: string): Promise<string>;
}

interface Account {
  host: string;
  user: string | undefined;
  secret: string;
}

/** Without a user the password is an access token. */
function sessionOf(service: ChannelService, { host, user, secret }: Account, sending: Sending): Session {
  const refusal = (isFinal: boolean) => new DeliveryFailure("Matrix does not accept the access token.", { isFinal });
  if (!user) return { token: () => Promise.resolve(secret), renew: () => Promise.reject(refusal(true)) };
  const key = createHash("sha256")
    .update(JSON.stringify([host, user, secret]))
    .digest("base64");
  const start = () => {
    const started = signIn(service, { user, password: secret });
    if (signIns.size >= maxSignIns) signIns.delete(signIns.keys().next().value!);
    signIns.set(key, started);
    started.catch(() => signIns.get(key) === started && signIns.delete(key));
    return started;
  };
  const token = async () => {
    const known = await (signIns.get(key) ?? start());
    sending.scrubber.know(known);
    return known;
  };
  let isRenewed = false;
  return {
    token,
    async renew(refused) {
      const known = signIns.get(key);
      if ((await known) === refused && signIns.get(key) === known) {
        // The next attempt signs in again.
        if (isRenewed) throw refusal(false);
        isRenewed = true;
        void start();
      }
      return token();
    },
  };
}

async function signIn(
  service: ChannelService,
  { user, password }: { user: string; password: string },
): Promise<string> {
  const device = `QUARTERDECK_${createHash("sha256").update(hostname()).digest("hex").slice(0, 10).toUpperCase()}`;
  const reply = await service.reply(`${api}/login`, {
    json: {
      type: "m.login.password",
      identifier: { type: "m.id.user", user },
      password,
      // Always uses the same device, so that the account does not collect devices and transaction ids stay valid.
      device_id: device,
      initial_device_display_name: "Quarterdeck",
    },
  });
  // Matrix responds with 403 to a wrong password.
  if (reply.status === 403) throw service.failure({ ...reply, status: 401 });
  if (reply.status !== 200) throw service.failure(reply, waitIn(reply.json));
  const token = signedIn.safeParse(reply.json).data?.access_token;
  if (token === undefined) throw unlikeMatrix();
  return token;
}

const waitIn = (json: unknown) => {
  const millis = problem.safeParse(json).data?.retry_after_ms;
  return millis === undefined ? {} : { retryAfterMs: millis };
};

/** The transaction id prevents a duplicate. */
const unlikeMatrix = () => unexpectedReply("Matrix", { isRepeatable: true });

async function sendToRooms(
  service: ChannelService,
  session: Session,
  { message, rooms, sending }: { message: Message; rooms: string | undefined; sending: Sending },
): Promise<Record<string, string>> {
  const ask = async <Shape extends z.ZodType>(path: string, shape: Shape, json?: object) => {
    const call = (token: string) =>
      service.reply(api + path, {
        headers: { authorization: `Bearer ${token}` },
        ...(json && { method: "PUT", json }),
      });
    const token = await session.token();
    let reply = await call(token);
    if (isTokenRefused(reply)) reply = await call(await session.renew(token));
    if (isTokenRefused(reply)) throw new DeliveryFailure("Matrix does not accept the access token.");
    if (reply.status < 200 || reply.status > 299)
      throw service.failure(reply, reply.status === 429 ? waitIn(reply.json) : {});
    const read = shape.safeParse(reply.json);
    if (!read.success) throw unlikeMatrix();
    return read.data;
  };
  const named = listIn(rooms);
  const ids = named.length > 0 ? named : (await ask("/joined_rooms", joined)).joined_rooms;
  if (ids.length === 0)
    throw new DeliveryFailure("The user is not in any room. Invite the user to a room and accept the invitation.", {
      isFinal: true,
    });
  const previous = message.purpose === "resolved" ? (references.safeParse(message.previous).data ?? {}) : {};
  const events = await sendToEach(reachedTargets(message, ids), sending, (name) =>
    oncePerPart(message, name, async () => {
      const room = name.startsWith("#")
        ? (await ask(`/directory/room/${encodeURIComponent(name)}`, resolved)).room_id
        : name;
      const path = `/rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(message.id)}`;
      return [room, (await ask(path, sent, contentOf(message, previous[room]))).event_id] as const;
    }),
  );
  return Object.fromEntries(events);
}

const isTokenRefused = ({ json }: Reply) => problem.safeParse(json).data?.errcode === "M_UNKNOWN_TOKEN";

const contentOf = (message: Message, answered: string | undefined) => ({
  msgtype: "m.text",
  body: plainMessage(message, { limit: maxBytes, measure: bytesOf }),
  format: "org.matrix.custom.html",
  formatted_body: fit(documentOf(message), {
    limit: maxBytes,
    measure: bytesOf,
    render: (document) => renderHtml([titleBlock(message), ...document, ...linksLine(message)]),
  }),
  // The empty list of mentions prevents the text from mentioning users.
  "m.mentions": {},
  ...(answered === undefined ? {} : { "m.relates_to": { "m.in_reply_to": { event_id: answered } } }),
});
