// The spec fields that describe access to Google Cloud Storage buckets.
import type { z } from "zod";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { connectionOf, envVar, part, templated, yes } from "#server/spec/parts.ts";
import { googleStorage } from "./clients/gcs.ts";
import type { Reach } from "./resolve/reach.ts";
import type { OpenConnection } from "./connection/open-connection.ts";

export const gcp = part({
  connection: connectionOf("gcs", "google_cloud").optional(),
  credentials: envVar.optional().meta({
    label: "Key",
    field: "env-var",
    secret: true,
    description: "The JSON key of a service account. Without one only public objects are read.",
  }),
  endpoint: templated.optional().meta({ label: "Endpoint", placeholder: googleStorage }),
  skipTLSVerify: yes.optional().meta({ label: "Accept any certificate" }),
});

/** Key and server in the spec override the values of the connection. */
export async function gcsConnection(
  { connection: reference, credentials, endpoint, skipTLSVerify }: z.output<typeof gcp>,
  run: Pick<Reach, "connection" | "value"> & { scrubber: Pick<Scrubber, "know"> },
): Promise<OpenConnection> {
  const found = await run.connection({ connection: reference });
  const key = credentials === undefined ? "" : await run.value(credentials);
  run.scrubber.know(key);
  return {
    ...found,
    // The URL of a google_cloud connection belongs to a different service.
    url: endpoint || (found.type === "google_cloud" ? null : found.url),
    certificate: key || found.certificate,
    insecure_tls: found.insecure_tls || skipTLSVerify === true,
  };
}
