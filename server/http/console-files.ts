// Serves the built console. Hashed assets are immutable and were compressed by the build. The sign-in screens have an HTML
// page of their own; every other path that is not a file gets the console's page, whose router handles it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { problem } from "#language/problem.ts";
import { signInPathOf } from "#language/sign-in-paths.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { consoleHeaders } from "./security-headers.ts";

export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const [consolePage, signInPage] = await Promise.all(
    ["index.html", "sign-in.html"].map((name) =>
      readFile(join(folder, name)).catch(() => {
        throw new StartRefused(
          `The console has not been built: ${folder} has no ${name}. Start with npm start, which builds it.`,
        );
      }),
    ),
  );
  const sendPage = (reply: FastifyReply, path: string) =>
    reply
      .headers(consoleHeaders)
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(signInPathOf(path) === undefined ? consolePage : signInPage);

  await app.register(async (files) => {
    files.addHook("onRoute", (route) => {
      route.config = { ...route.config, access: "anyone" };
    });
    await files.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply
          .headers(consoleHeaders)
          .header(
            "cache-control",
            path.includes("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=300",
          );
      },
    });
  });
  app.get("/", { config: { access: "anyone" } }, (_, reply) => sendPage(reply, "/"));
  app.get("/*", { config: { access: "anyone" } }, (request, reply) => {
    const path = request.url.split("?")[0]!;
    // A missing asset must return 404: the HTML page would be cached and run as a script.
    if (/^\/(api|assets)(\/|$)/.test(path)) throw problem.notFound("page", path);
    return sendPage(reply, path);
  });
}
