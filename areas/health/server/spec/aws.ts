// How a service of Amazon's is reached.
import { connection, envVar, part, text, yes } from "#server/spec/parts.ts";

export const aws = part({
  connection: connection.optional(),
  accessKey: envVar.optional().meta({ label: "Access key", field: "env-var" }),
  secretKey: envVar.optional().meta({ label: "Secret key", field: "env-var", secret: true }),
  region: text.optional().meta({ label: "Region" }),
  endpoint: text.optional().meta({ label: "Endpoint" }),
  objectPath: text.optional().meta({ label: "Object" }),
  skipTLSVerify: yes.optional().meta({ label: "Accept any certificate" }),
  usePathStyle: yes.optional().meta({ label: "Bucket in the path" }),
});
