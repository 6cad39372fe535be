// Checks whether a machine replies to echo requests, how fast, and to how many of them.
import { PingMissing, type Pinged } from "#server/outbound/ping.ts";
import { count, filled } from "#server/spec/parts.ts";
import { CheckInvalid, CouldNotCheck, defineCheck, healthy, unhealthy } from "../check-kind.ts";
import { check, threshold } from "../spec/check.ts";

const defaultCount = 5;
/** Maximum number of requests. Five requests are sent per second, so more would not fit into the timeout. */
const maxCount = 40;
const timeoutMs = 10_000;

export const icmp = defineCheck({
  type: "icmp",
  title: "ICMP Ping",
  icon: "icmp",
  group: "Network",
  spec: check({
    endpoint: filled.meta({ label: "Host" }),
    packetCount: count
      .max(maxCount, `is at most ${maxCount}`)
      .optional()
      .meta({ label: "Packet count", description: "Default: 5." }),
    packetLossThreshold: threshold.optional().meta({ label: "Packet loss threshold (%)" }),
    thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
  }),
  endpoint: ({ endpoint }) => endpoint,

  async run({ endpoint, packetCount, packetLossThreshold = 0, thresholdMillis = 0 }, { outbound, signal }) {
    const host = endpoint.trim();
    if (host.includes("/"))
      throw new CheckInvalid("The endpoint of a ping must be a host name or an IP address, without a path.");
    const { address, ...pinged } = await outbound
      .ping({ host, count: packetCount || defaultCount, timeoutMs: timeoutMs, signal })
      .catch((error: unknown) => {
        throw error instanceof PingMissing ? new CouldNotCheck(error.message) : error;
      });
    const { sent, received, rtt } = pinged;
    const loss = lossOf(pinged);
    const found = {
      // Stored durations are whole milliseconds; a reply takes at least one millisecond.
      durationMs: rtt === undefined ? undefined : Math.max(1, rtt.avg),
      message: rtt === undefined ? undefined : `${rtt.avg} ms on average, ${loss} % lost`,
      detail: { address, sent, received, loss, rtt: rtt ?? null },
      data: { results: { address, sent, received, loss, ...rtt } },
      metrics: [
        {
          name: "canary_check_icmp_packetloss",
          type: "gauge" as const,
          labels: { endpoint: host, ip: address },
          value: loss,
        },
      ],
    };
    if (rtt === undefined) return unhealthy(`none of ${sent} packets to ${address} came back`, found);
    const tookTooLong = thresholdMillis > 0 && rtt.avg > thresholdMillis;
    const wrong = [
      ...(loss > packetLossThreshold ? [`${loss} % of the packets were lost, more than ${packetLossThreshold} %`] : []),
      ...(tookTooLong ? [`the replies took ${rtt.avg} ms on average, longer than ${thresholdMillis} ms`] : []),
    ];
    return wrong.length === 0 ? healthy(found) : unhealthy(wrong.join(", "), { ...found, tookTooLong });
  },
});

const lossOf = ({ sent, received }: Pinged) =>
  sent === 0 ? 100 : Math.max(0, Math.round(((sent - received) / sent) * 1000) / 10);
