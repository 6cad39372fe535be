// Serves the built gallery with the content security policy of the product.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { consolePolicy } from "#server/http/security-headers.ts";
import { repository } from "#lib/load/repository.ts";

export interface Served {
  url: string;
  stop(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export async function serveGallery(folder = join(repository, "dist/gallery")): Promise<Served> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://gallery").pathname));
    const asked = join(folder, path);
    // A path that is not a file belongs to the router of the gallery.
    const isFile = existsSync(asked) && statSync(asked).isFile();
    if (!isFile && extname(path)) {
      response.writeHead(404).end();
      return;
    }
    const file = isFile ? asked : join(folder, "index.html");
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "content-security-policy": consolePolicy,
      // Files with a content hash in their name never change.
      "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
