// Checks of what answers on a network.
import { z } from "zod";
import { count, filled, number, text, texts } from "#server/spec/parts.ts";
import { check, plainCheck, threshold } from "./check.ts";

export const icmp = plainCheck({
  endpoint: filled.meta({ label: "Host" }),
  packetCount: count.optional().meta({ label: "Packet count" }),
  packetLossThreshold: threshold.optional().meta({ label: "Packet loss threshold (%)" }),
  thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
});

export const dns = plainCheck({
  query: filled.meta({ label: "Query", placeholder: "example.org" }),
  querytype: z
    .enum(["A", "PTR", "CNAME", "SRV", "MX", "TXT", "NS"], "must be A, PTR, CNAME, SRV, MX, TXT or NS")
    .optional()
    .meta({ label: "Record type" }),
  server: text.optional().meta({ label: "Server" }),
  port: count.max(65_535, "is at most 65535").optional().meta({ label: "Port" }),
  minrecords: count.optional().meta({ label: "Fewest records" }),
  exactreply: texts.optional().meta({ label: "Exact reply" }),
  timeout: number.optional().meta({ label: "Timeout (seconds)" }),
  thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
});

export const webhook = check({
  token: z.unknown().optional().meta({ label: "Token", field: "env-var", secret: true }),
});
