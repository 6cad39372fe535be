// Runs Debian's Prometheus: behind a password, or with rules that send alerts.
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

/** Evaluates the rules of one group every second, and sends alerts to the Alertmanager API at this address. */
export async function startAlertingPrometheus(target: { host: string; token: string }, rules: string) {
  const folder = serverFolder("prometheus-alerts");
  const port = await freePort();
  const writeRules = (text: string) => folder.write("rules.yml", `groups: [{ name: test, rules: [${text}] }]\n`);
  const config = folder.write(
    "prometheus.yml",
    `
global: { evaluation_interval: 1s }
rule_files: [${writeRules(rules)}]
alerting:
  alertmanagers:
  - api_version: v2
    authorization: { credentials: ${target.token} }
    static_configs: [{ targets: ["${target.host}"] }]
`,
  );
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${folder.makeFolder("data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--web.enable-lifecycle",
    // An alert ends after four times this delay unless it is sent again. After a reload Prometheus sends nothing for
    // five seconds.
    "--rules.alert.resend-delay=5s",
  ];
  const { stop } = await startServer({ folder, program: "prometheus", args, ports: [port] });
  return {
    stop,
    /** Replaces the rules. */
    async reload(text: string): Promise<void> {
      writeRules(text);
      const answer = await fetch(`http://127.0.0.1:${port}/-/reload`, { method: "POST" });
      if (!answer.ok) throw new Error(`Prometheus did not reload: ${answer.status} ${await answer.text()}`);
    },
  };
}
