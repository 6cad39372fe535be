// The spec fields that describe an AWS account: keys, region and role, or a connection that has them.
import type { z } from "zod";
import { awsAccount } from "#server/spec/aws-account.ts";
import { part, templated, yes } from "#server/spec/parts.ts";
import type { Reach } from "./reach.ts";
import type { OpenConnection } from "../connection/open-connection.ts";

export const aws = part({
  ...awsAccount,
  endpoint: templated.optional().meta({ label: "Endpoint" }),
  objectPath: templated.optional().meta({ label: "Object" }),
  skipTLSVerify: yes.optional().meta({ label: "Accept any certificate" }),
  usePathStyle: yes.optional().meta({ label: "Bucket in the path" }),
});

type AwsSpec = Pick<z.output<typeof aws>, keyof typeof awsAccount | "endpoint" | "skipTLSVerify" | "usePathStyle">;

/** Opens the connection; fields of the spec override its values. */
export async function openAws(
  spec: Partial<AwsSpec>,
  run: Pick<Reach, "connection" | "value">,
): Promise<OpenConnection> {
  const { accessKey, secretKey, sessionToken, assumeRole, region, endpoint, usePathStyle, skipTLSVerify } = spec;
  const found = await run.connection({ connection: spec.connection, username: accessKey, password: secretKey });
  const token = sessionToken === undefined ? undefined : await run.value(sessionToken);
  const { sessionToken: storedToken, ...properties } = found.properties;
  return {
    ...found,
    url: endpoint || found.url,
    insecure_tls: found.insecure_tls || skipTLSVerify === true || properties["insecureTLS"] === "true",
    properties: {
      ...properties,
      ...defined({
        // A stored session token belongs to the stored keys.
        sessionToken: token || (accessKey === undefined ? storedToken : undefined),
        assumeRole,
        region,
        usePathStyle: usePathStyle === undefined ? undefined : String(usePathStyle),
      }),
    },
  };
}

const defined = (spec: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(spec).filter((entry): entry is [string, string] => Boolean(entry[1])));
