// How much of Node's own speed is left with every hook on: `GET /api/about`, signed in by session cookie, logged at info,
// against a bare node:http server that answers the same bytes.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { compare, type Bench } from "./bench.ts";
import { rate, request, startGenerator } from "./generator.ts";
import { startProduct } from "./product.ts";

const path = "/api/about";

export const about: Bench = {
  name: "about",
  async run({ quick, profileFolder, progress }) {
    const product = await startProduct({ profileFolder });
    const generator = startGenerator();
    const answer = await fetch(`${product.url}${path}`, { headers: { cookie: product.cookie } });
    const bare = await startBare(await answer.text());
    try {
      const load = { host: "127.0.0.1", connections: 20, ms: quick ? 1_500 : 4_000 };
      const round = (port: number, host: string) => async () => {
        const figure = rate(
          await generator.run({ ...load, port, requests: [request(path, { cookie: product.cookie }, host)] }),
        );
        progress(`${port === bare.port ? "node:http" : path} ${Math.round(figure).toLocaleString("en")} req/s`);
        return figure;
      };
      const row = await compare({
        name: "GET /api/about ÷ node:http",
        ours: round(product.port, product.host),
        reference: round(bare.port, `127.0.0.1:${bare.port}`),
        atLeast: 0.45,
        rounds: quick ? 3 : 5,
        unit: "req/s",
      });
      return [row];
    } finally {
      await Promise.all([generator.stop(), bare.stop(), product.stop()]);
    }
  },
};

async function startBare(body: string) {
  const child = fork(fileURLToPath(new URL("./bare-http.ts", import.meta.url)), [body], { stdio: "inherit" });
  const [port] = (await once(child, "message")) as [number];
  return {
    port,
    async stop() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
