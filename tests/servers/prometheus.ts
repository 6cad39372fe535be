// Runs Debian's Prometheus, which scrapes itself, behind a password.
import { freePort } from "../support/free-port.ts";
import { serverFolder, startServer } from "./server-process.ts";

/** Prometheus supports only bcrypt, which Node lacks; this is the example from its documentation. */
export const prometheusUser = { name: "admin", password: "test" };
const hash = "$2b$12$hNf2lSsxfm0.i4a.1kVpSOVyBCfIB51VRjgBUyv6kdnyTlgWj81Ay";

export async function startPrometheus() {
  const folder = serverFolder("prometheus");
  const port = await freePort();
  const config = folder.write("prometheus.yml", "global: { scrape_interval: 1m }\n");
  const web = folder.write("web.yml", `basic_auth_users: { ${prometheusUser.name}: "${hash}" }\n`);
  const args = [
    `--config.file=${config}`,
    `--web.config.file=${web}`,
    `--storage.tsdb.path=${folder.makeFolder("data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const { stop } = await startServer({ folder, program: "prometheus", args, ports: [port] });
  return { port, stop };
}
