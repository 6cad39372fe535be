// Starts a server and an agent of it as two processes, each with its own embedded PostgreSQL.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOn, type DataProduct } from "./data-estate.ts";

export interface ServerWithAgent {
  server: DataProduct;
  agent: DataProduct;
  stop(): Promise<void>;
}

/** Creates an agent on the server, and returns its token. */
export async function tokenOf({ url, cookie }: Pick<DataProduct, "url" | "cookie">, name: string): Promise<string> {
  const answer = await fetch(`${url}/api/agent/generate`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie, origin: url },
    body: JSON.stringify({ name }),
  });
  if (answer.status !== 201) throw new Error(`The agent was not created: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

export async function startServerWithAgent(profileFolder: string | undefined): Promise<ServerWithAgent> {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-bench-agents-"));
  chmodSync(folder, 0o711);
  const started: DataProduct[] = [];
  const stop = async () => {
    for (const product of started.toReversed()) await product.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const server = await startOn(join(folder, "server"), { profileFolder });
    started.push(server);
    const agent = await startOn(join(folder, "agent"), {
      profileFolder: undefined,
      variables: { ROLE: "agent", UPSTREAM_URL: `${server.url}/api`, UPSTREAM_TOKEN: await tokenOf(server, "bench") },
    });
    started.push(agent);
    return { server, agent, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
