// Checks whether a port accepts connections.
import { check, threshold } from "../spec/check.ts";
import { CheckInvalid, defineCheck, healthy } from "../check-kind.ts";
import { templated } from "#server/spec/parts.ts";

/** Default time limit. */
const defaultTimeoutMs = 10_000;

export const tcp = defineCheck({
  type: "tcp",
  title: "TCP",
  icon: "tcp",
  group: "Network",
  spec: check({
    endpoint: templated.min(1, "is required").meta({ label: "URL", placeholder: "host:port" }),
    thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
  }),
  endpoint: ({ endpoint }) => endpoint,
  takesMs: ({ thresholdMillis }) => thresholdMillis || defaultTimeoutMs,

  async run({ endpoint, thresholdMillis }, { outbound, signal }) {
    const { host, port } = readEndpoint(endpoint);
    const startedAt = performance.now();
    const socket = await outbound.connect({ host, port, timeoutMs: thresholdMillis || defaultTimeoutMs, signal });
    const durationMs = performance.now() - startedAt;
    socket.destroy();
    return healthy({ durationMs });
  },
});

/** Parses `host:port` and `[::1]:80`. */
function readEndpoint(endpoint: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^\s:/]+)):(\d{1,5})$/.exec(endpoint.trim()) ?? [];
  if (port === undefined || Number(port) > 65_535 || Number(port) === 0)
    throw new CheckInvalid(
      `${JSON.stringify(endpoint)} is not an endpoint. Use host:port, such as db.example.org:5432.`,
    );
  return { host: (bracketed ?? plain)!, port: Number(port) };
}
