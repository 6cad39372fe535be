import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, line } from "../connection/fields.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const token = z.object({ token_type: z.string(), expires_in: z.coerce.number(), access_token: z.string() });
const refused = z.object({ error: z.string(), error_codes: z.array(z.number()).optional() });

/** Messages by error code of Entra (AADSTS…). */
const reasons: Readonly<Record<number, readonly [message: string, fix: string]>> = {
  7000215: [
    "Azure does not accept the client secret",
    "Check Client Secret: enter the value of the secret, not its id.",
  ],
  7000222: ["The client secret has expired", "Create a new one and enter it in Client Secret."],
  700016: ["The tenant has no application with this client id", "Check Client ID and Tenant ID."],
  90002: ["Azure has no tenant with this id", "Check Tenant ID."],
  900023: ["Azure has no tenant with this id", "Check Tenant ID."],
};

export const azure = connectionType({
  type: "azure",
  title: "Azure",
  icon: "azure",
  group: "Cloud",
  fields: {
    username: line("Client ID", "username"),
    password: credential("Client Secret", "password"),
    tenant: line("Tenant ID", "properties.tenant"),
  },
  async test({ username, password, properties }, trial) {
    const client = needed(username, "Client ID");
    const secret = needed(password, "Client Secret");
    const tenant = needed(properties["tenant"], "Tenant ID");
    const service = serviceCall(trial, {
      name: "Azure",
      address: "https://login.microsoftonline.com",
      isFixed: true,
      credential: "the client secret",
      secrets: [secret],
    });
    const reply = await service.reply(`/${encodeURIComponent(tenant)}/oauth2/v2.0/token`, {
      form: {
        grant_type: "client_credentials",
        client_id: client,
        client_secret: secret,
        scope: "https://management.azure.com/.default",
      },
    });
    if (reply.status >= 400) {
      const refusal = refused.safeParse(reply.json);
      const known = refusal.data?.error_codes?.map((code) => reasons[code]).find(Boolean);
      throw known ? new ConnectionFailure(...known) : service.refusal(reply);
    }
    service.read(reply, token);
    return `Azure, tenant ${tenant}, as application ${client}`;
  },
});
