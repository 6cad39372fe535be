// Lists the routes that a running server declares.
import type { FastifyInstance } from "fastify";
import type { ServerArea } from "#server/area.ts";
import { serverAreas } from "../../main/areas.server.ts";

/** Returns the product's areas, preceded by an area that captures the application. */
export function areasWithProbe(): { areas: readonly ServerArea[]; app(): FastifyInstance } {
  let found: FastifyInstance | undefined;
  return {
    areas: [{ name: "probe", routes: (app) => void (found = app) }, ...serverAreas],
    app() {
      if (!found) throw new Error("the server has not been started");
      return found;
    },
  };
}

export interface Route {
  method: string;
  path: string;
}

/** Parses the tree that Fastify prints: one path per line, indented below its prefix. */
export function routesOf(app: FastifyInstance): Route[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", path = "", methods = ""] = /^([│ ]*)[├└]── (\S+) \(([^)]*)\)$/.exec(line) ?? [];
      if (path === "") return [];
      const depth = indent.length / 4;
      parents[depth] = `${depth === 0 ? "" : parents[depth - 1]}${path}`;
      return methods.split(", ").map((method) => ({ method, path: parents[depth]! }));
    });
}
