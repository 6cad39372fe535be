// Creates Jira issues and comments through REST API version 2, which both Jira Cloud and Jira Data Center support:
// https://developer.atlassian.com/cloud/jira/platform/rest/v2/
import { z } from "zod";
import { basic, reachFor, type Service } from "#areas/connections/server/index.ts";
import { channelService, DeliveryFailure, deliveryFailureOf } from "#areas/notifications/server/index.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { Client } from "./responder.ts";

const issue = z.object({ id: z.string(), key: z.string() });
const comment = z.object({
  id: z.string(),
  body: z.string(),
  created: z.string(),
  author: z.object({ displayName: z.string().optional(), name: z.string().optional() }).optional(),
});
const commentPage = z.object({ startAt: z.number(), total: z.number(), comments: z.array(comment) });

export type JiraComment = z.output<typeof comment>;

export interface NewIssue {
  project: string;
  issueType: string;
  summary: string;
  description: string;
  priority?: string | undefined;
}

export interface Jira {
  createIssue(fields: NewIssue): Promise<string>;
  addComment(key: string, body: string): Promise<string>;
  comments(key: string): Promise<JiraComment[]>;
}

const issueKey = /^[A-Z][A-Z0-9_]*-\d+$/;
/** Jira's own maximum. */
const pageSize = 100;
const maxComments = 5_000;

export interface JiraOptions {
  /** The name of the team, for error messages and for the log of connection use. */
  subject: { id: string; name: string };
  client: Client;
  scrubber: Scrubber;
  signal: AbortSignal;
}

export async function openJira(system: System, { subject, client, scrubber, signal }: JiraOptions): Promise<Jira> {
  const reach = reachFor(system, {
    subject: { kind: "notification", ...subject },
    namespace: "default",
    scrubber,
    purpose: "responder",
    system,
  });
  const { url, username, password } = await reach.connection(client).catch((error: unknown) => {
    throw deliveryFailureOf(error);
  });
  if (!url) throw new DeliveryFailure("The team has no address of Jira.", { isFinal: true });
  if (!password) throw new DeliveryFailure("The team has no token for Jira.", { isFinal: true });
  const service: Service = {
    name: "Jira",
    address: `${url.replace(/\/+$/, "")}/rest/api/2`,
    credential: "the token",
    secrets: [password],
    // A personal access token of Jira Data Center has no username.
    headers: { authorization: username ? basic(username, password) : `Bearer ${password}` },
    right: "create issues and comments",
  };
  return jiraOf(channelService({ outbound: system.outbound("operator"), scrubber, signal, record() {} }, service));
}

type Caller = ReturnType<typeof channelService>;

function jiraOf(call: Caller): Jira {
  const read = <Shape extends z.ZodType>(shape: Shape, json: unknown): z.output<Shape> => {
    const parsed = shape.safeParse(json);
    if (!parsed.success) throw new DeliveryFailure("The server does not respond like Jira.", { isFinal: true });
    return parsed.data;
  };
  const pathOf = (key: string) => {
    if (!issueKey.test(key)) throw new DeliveryFailure("The key is not a valid Jira issue key.", { isFinal: true });
    return `/issue/${key}/comment`;
  };
  return {
    async createIssue({ project, issueType, summary, description, priority }) {
      const fields = {
        project: { key: project },
        issuetype: { name: issueType },
        summary,
        description,
        ...(priority === undefined ? {} : { priority: { name: priority } }),
      };
      const { json } = await call.send("/issue", { json: { fields } });
      return read(issue, json).key;
    },
    async addComment(key, body) {
      const { json } = await call.send(pathOf(key), { json: { body } });
      return read(comment.pick({ id: true }), json).id;
    },
    async comments(key) {
      const found: JiraComment[] = [];
      for (;;) {
        const { json } = await call.send(`${pathOf(key)}?startAt=${found.length}&maxResults=${pageSize}`, {});
        const { comments, total } = read(commentPage, json);
        found.push(...comments);
        if (comments.length === 0 || found.length >= Math.min(total, maxComments)) return found;
      }
    },
  };
}
