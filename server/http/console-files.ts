// Serves the built console. Hashed assets are immutable and were compressed by the build. The sign-in screens have a
// separate HTML page; every other path that is not a file gets the console's page, whose router handles it. With the
// hosted identity service the console has all screens, and its page contains the publishable key.
import { readFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import send from "@fastify/send";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problem } from "#language/problem.ts";
import { hostedKeyName } from "#language/hosted-identity.ts";
import { signInPathOf } from "#language/sign-in-paths.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import type { HostedIdentity } from "../env/hosted-identity.ts";
import { encodingFor } from "./compression.ts";
import { consoleHeaders } from "./security-headers.ts";

export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  hosted: HostedIdentity | undefined,
): Promise<void> {
  const [builtPage, signInPage] = await Promise.all(
    ["index.html", "sign-in.html"].map((name) =>
      readFile(join(folder, name)).catch(() => {
        throw new StartRefused(
          `The console has not been built: ${folder} has no ${name}. Start with npm start, which builds it.`,
        );
      }),
    ),
  );
  const consolePage = hosted ? withKey(builtPage!, hosted.publishableKey) : builtPage;
  const headers = consoleHeaders(hosted);
  const sendPage = (reply: FastifyReply, path: string) =>
    reply
      .headers(headers)
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(hosted || signInPathOf(path) === undefined ? consolePage : signInPage);

  const files = new Set(await filesIn(folder));
  const sendFile = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const encoding = encodingFor(request.headers["accept-encoding"]);
    const variant = encoding && `${name}${encoding === "br" ? ".br" : ".gz"}`;
    const isCompressed = variant !== undefined && files.has(variant);
    const sent = await send(request.raw, encodeURI(`/${isCompressed ? variant : name}`), {
      root: folder,
      cacheControl: false,
    });
    reply
      .code(sent.statusCode)
      .headers({ ...sent.headers, ...headers, vary: "accept-encoding" })
      .header(
        "cache-control",
        name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "public, max-age=300",
      );
    if (isCompressed) reply.header("content-encoding", encoding).type(contentType(name));
    return reply.send(sent.stream);
  };
  app.get("/", { config: { access: "anyone" } }, (_, reply) => sendPage(reply, "/"));
  app.get("/*", { config: { access: "anyone" } }, (request, reply) => {
    const path = request.url.split("?")[0]!;
    // Only names that were found in the folder are files, so a path cannot leave it.
    if (files.has(path.slice(1))) return sendFile(request, reply, path.slice(1));
    // A missing asset must return 404: the HTML page would be cached and run as a script.
    if (/^\/(api|assets)(\/|$)/.test(path)) throw problem.notFound("page", path);
    return sendPage(reply, path);
  });
}

/** The format of the key has been checked (hosted-identity.ts): it contains no character with a meaning in HTML. */
const withKey = (page: Buffer, key: string) =>
  page.toString("utf8").replace("</head>", () => `<meta name="${hostedKeyName}" content="${key}" /></head>`);

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

const contentType = (name: string) => {
  const type = send.mime.getType(name) ?? "application/octet-stream";
  return send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type;
};
