// How a service of Amazon's is reached.
import type { z } from "zod";
import { connectionOf, envVar, part, text, yes } from "#server/spec/parts.ts";
import type { Reach } from "./resolve/reach.ts";
import type { OpenConnection } from "./sealed.ts";

export const aws = part({
  connection: connectionOf("aws", "s3").optional(),
  accessKey: envVar.optional().meta({ label: "Access key", field: "env-var" }),
  secretKey: envVar.optional().meta({ label: "Secret key", field: "env-var", secret: true }),
  region: text.optional().meta({ label: "Region" }),
  endpoint: text.optional().meta({ label: "Endpoint" }),
  objectPath: text.optional().meta({ label: "Object" }),
  skipTLSVerify: yes.optional().meta({ label: "Accept any certificate" }),
  usePathStyle: yes.optional().meta({ label: "Bucket in the path" }),
});

/** Keys and server as the spec says them, over those of the connection. */
export async function s3Connection(
  given: z.output<typeof aws>,
  run: Pick<Reach, "connection">,
): Promise<OpenConnection> {
  const { accessKey, secretKey, region, endpoint, usePathStyle, skipTLSVerify } = given;
  const found = await run.connection({ connection: given.connection, username: accessKey, password: secretKey });
  return {
    ...found,
    url: endpoint || found.url,
    insecure_tls: found.insecure_tls || skipTLSVerify === true,
    properties: {
      ...found.properties,
      ...defined({ region, usePathStyle: usePathStyle === undefined ? undefined : String(usePathStyle) }),
    },
  };
}

const defined = (given: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])));
