// TLS settings of a request: trusted authorities, the client certificate, and the handshake timeout.
import type { z } from "zod";
import { parseDuration } from "#lib/time/duration.ts";
import type { TlsTarget } from "#server/outbound/outbound.ts";
import { duration, envVar, part, yes } from "#server/spec/parts.ts";
import type { EnvVar } from "../connection/value-reference.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import type { RequestRun } from "./request-run.ts";

export const tlsFields = {
  insecureSkipVerify: yes.optional().meta({ label: "Accept any certificate" }),
  ca: envVar.optional().meta({ label: "Certificate authority (PEM)", field: "env-var" }),
  cert: envVar.optional().meta({ label: "Client certificate (PEM)", field: "env-var" }),
  key: envVar.optional().meta({ label: "Client key (PEM)", field: "env-var", secret: true }),
  handshakeTimeout: duration.optional().meta({ label: "Handshake timeout", placeholder: "10s" }),
};

export const tls = part(tlsFields).meta({ label: "TLS" });

/** Builds the TLS settings. Fields of the spec override the connection. */
export async function tlsTargetOf(
  spec: z.output<typeof tls> = {},
  by: Pick<OpenConnection, "insecure_tls" | "certificate"> | undefined,
  run: Pick<RequestRun, "value" | "scrubber">,
): Promise<TlsTarget> {
  const value = async (written: string | EnvVar | undefined) =>
    written === undefined ? undefined : (await run.value(written)) || undefined;
  const client = { cert: await value(spec.cert), key: await value(spec.key) };
  run.scrubber.know(client.key);
  return {
    insecure: spec.insecureSkipVerify ?? by?.insecure_tls,
    ca: (await value(spec.ca)) ?? by?.certificate ?? undefined,
    ...client,
    ...(spec.handshakeTimeout !== undefined && { handshakeMs: parseDuration(spec.handshakeTimeout) }),
  };
}
