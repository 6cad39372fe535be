import { sql } from "kysely";
import { changeBetween } from "#server/audit/audited-values.ts";
import type { IdentityTraits } from "#language/columns.ts";
import { endCodes } from "../end-access.ts";
import { labels, messages } from "../flows/messages.ts";
import { input } from "../flows/nodes.ts";
import { personColumns, readTraits, traitNodes } from "../traits.ts";
import { refuse, type SettingsMethod } from "./method.ts";

const auditedTraits = (traits: IdentityTraits) => {
  const { name, email } = personColumns(traits);
  return { name, email };
};

export const profile: SettingsMethod = {
  method: "profile",
  buttons: [],

  // Changing the email is sensitive, because it is used to sign in and to recover the account.
  isSensitive: (submitted, { identity }) => readTraits(submitted).traits.email !== identity.traits.email,

  nodes: ({ identity }) => [
    ...traitNodes("profile", identity.traits),
    input("profile", { name: "method", type: "submit", value: "profile" }, labels.save),
  ],

  async apply(submitted, { identity }) {
    const { traits, fields, isValid } = readTraits(submitted);
    if (!isValid) return refuse(fields);
    const columns = personColumns(traits);
    const from = identity.traits.email;
    return {
      status: "saved",
      async write(tx) {
        await tx
          .updateTable("people")
          .set({ ...columns, updated_at: sql<string>`now()` })
          .where("id", "=", identity.id)
          .execute();
        if (from !== traits.email) await endCodes(tx, identity.id);
      },
      deed: {
        action: "update",
        resource_type: "people",
        resource_id: identity.id,
        resource_name: columns.name,
        ...changeBetween(auditedTraits(identity.traits), auditedTraits(traits)),
      },
      taken: { fields: { ...fields, "traits.email": { value: traits.email, messages: [messages.emailTaken] } } },
      ...(from !== traits.email && { email: { from, to: traits.email } }),
    };
  },
};
