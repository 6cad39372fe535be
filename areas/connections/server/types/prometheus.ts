import { connectionType } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, insecureTls, line } from "../connection/fields.ts";
import { answersWith, webServer } from "../connection/web.ts";

export const prometheus = connectionType({
  type: "prometheus",
  title: "Prometheus",
  icon: "prometheus",
  group: "Monitoring",
  fields: {
    url: line("URL", "url", { placeholder: "http://host:9090" }),
    username: credential("Username", "username").optional(),
    password: credential("Password", "password").optional(),
    insecure_tls: insecureTls,
  },
  async test(connection, trial) {
    const server = webServer(connection, trial);
    const answer = await server.get(`/api/v1/query?query=${encodeURIComponent("sum(up)")}`);
    if (answer.status >= 400) throw answersWith(answer.status);
    const result = read<{ status: string; data?: { result?: { value?: [number, string] }[] } }>(answer.text());
    if (result?.status !== "success")
      throw new ConnectionFailure("The response is not from Prometheus", "Check the URL: it must not include /api.");
    // Some compatible servers do not report their version.
    const build = read<{ data?: { version?: string } }>((await server.get("/api/v1/status/buildinfo")).text());
    const up = result.data?.result?.[0]?.value?.[1] ?? "0";
    return `Prometheus${build?.data?.version ? ` ${build.data.version}` : ""}, ${up} ${up === "1" ? "target" : "targets"} up`;
  },
});

function read<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
