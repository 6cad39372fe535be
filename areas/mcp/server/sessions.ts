// Session ids of MCP clients. An id contains the name of the client and is signed for one person. Every process can
// verify it without stored state, even after a restart.
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Secrets } from "#server/secrets.ts";

export interface Client {
  name: string;
  version: string;
}

/** After this time the id is refused, and the client starts a new session. */
const validMs = 7 * 24 * 3_600_000;
const purpose = "mcp session";
const maxName = 100;

const content = z.object({
  person: z.string(),
  name: z.string(),
  version: z.string(),
  at: z.number(),
});

/** Replaces line breaks and other characters that are invalid in a header or in a log line. */
const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, maxName);

const initialize = z.object({
  method: z.literal("initialize"),
  params: z.object({ clientInfo: z.object({ name: z.string(), version: z.string().catch("") }) }),
});

/** Returns the client of a message that starts a session; undefined for other messages. */
export function clientOf(message: unknown): Client | undefined {
  const parsed = initialize.safeParse(message);
  if (!parsed.success) return undefined;
  const { name, version } = parsed.data.params.clientInfo;
  return { name: printable(name), version: printable(version) };
}

export function createSessions(secrets: Pick<Secrets, "digest">, now = Date.now) {
  const sign = (text: string) => secrets.digest(text, purpose);
  return {
    begin(person: string, { name, version }: Client): string {
      const text = Buffer.from(JSON.stringify({ person, name, version, at: now() })).toString("base64url");
      return `${text}.${sign(text).toString("base64url")}`;
    },

    /** Returns the client of a session; undefined if the id is not valid for this person, or has expired. */
    read(person: string, id: string): Client | undefined {
      const [text = "", signature = ""] = id.split(".");
      const [sent, right] = [Buffer.from(signature, "base64url"), sign(text)];
      if (sent.length !== right.length || !timingSafeEqual(sent, right)) return undefined;
      const found = content.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
      if (found.person !== person || now() - found.at > validMs) return undefined;
      return { name: found.name, version: found.version };
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
