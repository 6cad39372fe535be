// Agents that push to a test server:
//
//   const { agent, admin } = await openAgents(await openEstate(await startTestServer()));
//   const north = await agent("north");
//   const { status, body } = await north.send("POST", "/api/upstream/push", { canaries: [ … ] });
import type { GeneratedAgent } from "#areas/agents/contract.ts";
import type { openEstate, Reply } from "../permissions/estate-server.ts";

export interface TestAgent extends GeneratedAgent {
  name: string;
  agentId: string;
  /** Sends a request with the basic authentication of the agent. */
  send(method: string, path: string, body?: unknown): Promise<Reply>;
  push(rows: object): Promise<Reply>;
}

export async function openAgents(estate: Awaited<ReturnType<typeof openEstate>>) {
  const { server, db, person } = estate;
  const admin = await person({ roles: ["admin"] });

  const sendAs =
    (user: string, token: string) =>
    async (method: string, path: string, body?: unknown): Promise<Reply> => {
      const isBytes = body instanceof Uint8Array;
      const answer = await server.fetch(path, {
        method,
        headers: {
          authorization: `Basic ${Buffer.from(`${user}:${token}`).toString("base64")}`,
          ...(body === undefined ? {} : { "content-type": isBytes ? "application/octet-stream" : "application/json" }),
        },
        ...(body === undefined ? {} : { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = /json/.test(answer.headers.get("content-type") ?? "") && text !== "";
      return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
    };

  async function agent(name: string): Promise<TestAgent> {
    const { body } = await admin.ask("/api/agent/generate", { method: "POST", body: { name } });
    const generated = body as GeneratedAgent;
    const { id: agentId } = await db
      .selectFrom("agents")
      .select("id")
      .where("person_id", "=", generated.id)
      .executeTakeFirstOrThrow();
    const send = sendAs(generated.username, generated.access_token);
    return { ...generated, name, agentId, send, push: (rows) => send("POST", "/api/upstream/push", rows) };
  }
  return { admin, agent, sendAs };
}
