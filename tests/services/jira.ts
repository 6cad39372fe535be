// Simulates Jira by its documented REST API version 2:
// https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-issues/, …/api-group-issue-comments/,
// …/api-group-projects/ and …/api-group-issue-priorities/
import { json, type Answer, type Asked } from "./stand-in.ts";

export interface JiraIssue {
  id: string;
  key: string;
  fields: {
    project: { key: string };
    issuetype: { name: string };
    summary: string;
    description?: string;
    priority?: { name: string };
  };
  comments: { id: string; body: string; created: string; author: { accountId: string; displayName: string } }[];
}

export interface JiraOptions {
  username: string;
  token: string;
  /** The keys of the projects. */
  projects: readonly string[];
}

export function createJira({ username, token, projects }: JiraOptions) {
  const issues = new Map<string, JiraIssue>();
  let lastId = 10_000;
  const nextId = () => String((lastId += 1));
  const authorization = `Basic ${Buffer.from(`${username}:${token}`).toString("base64")}`;

  const addComment = (issue: JiraIssue, body: string, displayName: string) => {
    // Jira prints times with a zone without a colon.
    const created = new Date().toISOString().replace("Z", "+0000");
    const comment = { id: nextId(), body, created, author: { accountId: displayName, displayName } };
    issue.comments.push(comment);
    return comment;
  };

  function answer(asked: Pick<Asked, "method" | "path" | "query" | "headers" | "body">): Answer {
    if (asked.headers["authorization"] !== authorization)
      return json(
        { errorMessages: ["You are not authenticated. Authentication required to perform this operation."] },
        401,
      );
    if (asked.method === "POST" && asked.path === "/rest/api/2/issue") return createIssue(asked.body);
    if (asked.method === "GET" && asked.path === "/rest/api/2/project")
      return json(projects.map((key) => ({ id: key, key, name: `Project ${key}`, projectTypeKey: "software" })));
    if (asked.method === "GET" && asked.path === "/rest/api/2/priority")
      return json(["Highest", "High", "Medium"].map((name, at) => ({ id: String(at + 1), name })));
    const [, wanted] = /^\/rest\/api\/2\/project\/([^/]+)$/.exec(asked.path) ?? [];
    if (wanted !== undefined && projects.includes(wanted))
      return json({
        key: wanted,
        issueTypes: [
          { id: "1", name: "Bug", subtask: false },
          { id: "2", name: `Task of ${wanted}`, subtask: false },
          { id: "3", name: "Sub-task", subtask: true },
        ],
      });
    const [, key] = /^\/rest\/api\/2\/issue\/([^/]+)\/comment$/.exec(asked.path) ?? [];
    const issue = key === undefined ? undefined : issues.get(key);
    if (!issue)
      return json(
        { errorMessages: ["Issue does not exist or you do not have permission to see it."], errors: {} },
        404,
      );
    if (asked.method === "POST") {
      const { body } = JSON.parse(asked.body) as { body?: string };
      if (!body) return json({ errorMessages: [], errors: { comment: "Comment body can not be empty!" } }, 400);
      return json(addComment(issue, body, username), 201);
    }
    const startAt = Number(asked.query.get("startAt") ?? 0);
    const maxResults = Math.min(Number(asked.query.get("maxResults") ?? 50), 100);
    const comments = issue.comments.slice(startAt, startAt + maxResults);
    return json({ startAt, maxResults, total: issue.comments.length, comments });
  }

  function createIssue(text: string): Answer {
    const { fields } = JSON.parse(text) as Pick<JiraIssue, "fields">;
    const errors = {
      ...(!projects.includes(fields.project?.key) && { project: "valid project is required" }),
      ...(!fields.summary && { summary: "You must specify a summary of the issue." }),
      ...(!fields.issuetype?.name && { issuetype: "Specify a valid issue type" }),
    };
    if (Object.keys(errors).length > 0) return json({ errorMessages: [], errors }, 400);
    const id = nextId();
    const key = `${fields.project.key}-${issues.size + 1}`;
    issues.set(key, { id, key, fields, comments: [] });
    return json({ id, key, self: `https://example.atlassian.net/rest/api/2/issue/${id}` }, 201);
  }

  return { issues, answer, addComment };
}
