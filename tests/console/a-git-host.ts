// A Git host on this machine: serves one repository with the programs of Git, and simulates the pull requests of GitHub.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { StandIn } from "../services/stand-in.ts";

export interface GitHost {
  /** The address of the repository. */
  url: string;
  /** Runs git in the repository, and returns its output. */
  git(...args: string[]): string;
  stop(): void;
}

/** `files` are committed to the branch main; `api` responds to requests below /api/v3, as on GitHub Enterprise. */
export async function startGitHost(files: Readonly<Record<string, string>>, api: StandIn): Promise<GitHost> {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-console-git-"));
  const repository = join(folder, "ship.git");
  const env = { ...process.env, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: string[]) => execFileSync("git", ["-C", repository, ...args], { env, encoding: "utf8" }).trim();
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", repository], { env });
  execFileSync("git", ["-C", repository, "fast-import", "--quiet"], { env, input: firstCommit(files) });

  /** https://git-scm.com/docs/http-protocol, with the programs that git http-backend also runs. */
  function serveGit(request: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL) {
    const service = searchParams.get("service") ?? pathname.split("/").at(-1) ?? "";
    if (!/^git-(?:upload|receive)-pack$/.test(service)) return void response.writeHead(404).end();
    const isListing = pathname.endsWith("/info/refs");
    response.writeHead(200, { "content-type": `application/x-${service}-${isListing ? "advertisement" : "result"}` });
    if (isListing) response.write(`${packet(`# service=${service}\n`)}0000`);
    const args = ["--stateless-rpc", ...(isListing ? ["--advertise-refs"] : []), repository];
    const program = spawn("git", [service.replace("git-", ""), ...args], { env, stdio: ["pipe", "pipe", "inherit"] });
    request.pipe(program.stdin);
    program.stdout.pipe(response);
  }

  async function serveApi(request: IncomingMessage, response: ServerResponse, { pathname, searchParams, host }: URL) {
    const { method = "GET", headers, url = "/" } = request;
    const path = pathname.replace("/api/v3", "");
    const asked = { host, method, path, url, query: searchParams, body: await text(request), shown: undefined };
    const { status = 200, body = "" } = api({ ...asked, headers: headers as Record<string, string> });
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://git.example");
    if (url.pathname.startsWith("/api/v3/")) void serveApi(request, response, url);
    else serveGit(request, response, url);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/harbour/ship.git`,
    git,
    stop() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const packet = (line: string) => `${(line.length + 4).toString(16).padStart(4, "0")}${line}`;

/** https://git-scm.com/docs/git-fast-import */
const firstCommit = (files: Readonly<Record<string, string>>) =>
  [
    "commit refs/heads/main\ncommitter Ada <ada@example.org> 1700000000 +0000\ndata 5\nbegin",
    ...Object.entries(files).map(
      ([path, content]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}`,
    ),
    "",
  ].join("\n");
