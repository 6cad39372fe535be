// Creates Jira issues and comments through REST API version 2, which both Jira Cloud and Jira Data Center support:
// https://developer.atlassian.com/cloud/jira/platform/rest/v2/
import { z } from "zod";
import { basic, type Service } from "#areas/connections/server/index.ts";
import { channelService, DeliveryFailure } from "#areas/notifications/server/index.ts";
import type { System } from "#server/area.ts";
import { openClient, type ClientOptions } from "./team-client.ts";

const issue = z.object({ id: z.string(), key: z.string() });
const comment = z.object({
  id: z.string(),
  body: z.string(),
  created: z.string(),
  author: z.object({ displayName: z.string().optional(), name: z.string().optional() }).optional(),
});
const commentPage = z.object({ startAt: z.number(), total: z.number(), comments: z.array(comment) });

const projects = z.array(z.object({ key: z.string(), name: z.string() }));
const priorities = z.array(z.object({ name: z.string() }));
const project = z.object({ issueTypes: z.array(z.object({ name: z.string(), subtask: z.boolean().optional() })) });

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
  projects(): Promise<readonly { key: string; name: string }[]>;
  priorities(): Promise<readonly string[]>;
  /** The types of issues that can be created in a project. */
  issueTypes(project: string): Promise<readonly string[]>;
}

const issueKey = /^[A-Z][A-Z0-9_]*-\d+$/;
/** Jira's own maximum. */
const pageSize = 100;
const maxComments = 5_000;
/** Maximum response size: a list of many projects also contains their addresses and pictures. */
const maxListBytes = 8 * 1024 * 1024;

export async function openJira(system: System, options: ClientOptions): Promise<Jira> {
  const { scrubber, signal } = options;
  const { url, username, password } = await openClient(system, options);
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
    if (!parsed.success)
      throw new DeliveryFailure("The response of the server is not a valid Jira response.", { isFinal: true });
    return parsed.data;
  };
  const pathOf = (key: string) => {
    if (!issueKey.test(key)) throw new DeliveryFailure("The key is not a valid Jira issue key.", { isFinal: true });
    return `/issue/${key}/comment`;
  };
  const list = async <Shape extends z.ZodType>(path: string, shape: Shape) =>
    read(shape, (await call.send(path, { maxBytes: maxListBytes })).json);
  return {
    projects: () => list("/project", projects),
    priorities: async () => (await list("/priority", priorities)).map(({ name }) => name),
    async issueTypes(key) {
      const { issueTypes } = await list(`/project/${encodeURIComponent(key)}`, project);
      // Subtasks are left out, because a subtask needs a parent issue.
      return issueTypes.filter(({ subtask }) => !subtask).map(({ name }) => name);
    },
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
