// Resolves the connections of scripts: repositories to check out, and AWS keys.
import type { AwsAccess, ScriptOptions } from "#server/exec/script.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { openAws } from "./resolve/aws.ts";
import { checkOut } from "./git-checkout.ts";
import { awsKeysOf } from "./clients/sts.ts";
import type { Reach } from "./resolve/reach.ts";
import type { Way } from "./connection/session.ts";

export const scriptAccess = (
  run: Way & Reach & { scrubber: Scrubber },
): Pick<ScriptOptions, "checkOut" | "awsAccess"> => ({
  checkOut: (wanted) => checkOut(wanted, run),
  awsAccess: async (account): Promise<AwsAccess> => {
    // The schema refuses skipTLSVerify, because it cannot be passed to a script.
    const opened = await openAws({ ...account, skipTLSVerify: undefined }, run);
    return {
      ...(await awsKeysOf(opened, run)),
      region: opened.properties["region"],
      endpoint: opened.url ?? undefined,
    };
  },
});
