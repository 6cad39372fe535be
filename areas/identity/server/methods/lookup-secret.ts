import { findCredential, isOpen } from "../credentials.ts";
import { labels, messages } from "../flows/messages.ts";
import { input } from "../flows/nodes.ts";
import { findCode, openCodes, sealCodes, withUsed } from "../recovery-codes.ts";
import type { SignInMethod } from "./method.ts";
import { attemptCode } from "./second-step.ts";

export const lookupSecret: SignInMethod = {
  method: "lookup_secret",
  steps: ["aal2"],
  aal: "aal2",

  nodes: () => [
    input("lookup_secret", { name: "lookup_secret", type: "text", value: "", required: true }, labels.recoveryCode),
    input("lookup_secret", { name: "method", type: "submit", value: "lookup_secret" }, labels.useRecoveryCode),
  ],

  attempt: (submitted, context) =>
    attemptCode("lookup_secret", submitted, context, async (personId, submittedCode) => {
      const credential = await findCredential(context.db, personId, "lookup_secret");
      if (!credential) return messages.noRecoveryCodes;
      const codes = openCodes(context.secrets, personId, credential.proof);
      const code = findCode(codes, submittedCode);
      if (!code) return messages.wrongRecoveryCode;
      if (code.used_at !== undefined) return messages.usedRecoveryCode;
      const left = sealCodes(context.secrets, personId, withUsed(codes, code));
      return {
        refusal: messages.usedRecoveryCode,
        // Only one of two concurrent submits succeeds: the update requires the proof that was read.
        async stillHolds(tx) {
          if (!(await isOpen(tx, personId))) return false;
          const { numUpdatedRows } = await tx
            .updateTable("credentials")
            .set({ proof: left })
            .where("id", "=", credential.id)
            .where("proof", "=", credential.proof)
            .executeTakeFirst();
          return numUpdatedRows > 0n;
        },
      };
    }),
};
