// Kinds that act with the server's hands: only administrators write them.
import { onlyAdmins } from "#server/exec/only-admins.ts";
import type { Actor } from "#server/http/actor.ts";
import { fieldIn } from "../scrape/document.ts";
import { entriesOf, type KindNamed } from "./runnable.ts";

export function refuseOthers(actor: Actor, specs: readonly unknown[], kindNamed: KindNamed): void {
  for (const spec of specs) {
    // What is found there may run commands, whoever wrote it.
    if (fieldIn(spec, "crdSync") === true) onlyAdmins(actor, { what: "resources" });
    for (const { kind, written, type } of entriesOf(spec, kindNamed).entries) {
      const { onlyAdmins: isTheirs } = kind;
      if (isTheirs === undefined) continue;
      if (isTheirs !== true) {
        // What its kind cannot read is refused elsewhere; until then it may be anything.
        const parsed = kind.spec.safeParse(written);
        if (parsed.success && !isTheirs(parsed.data)) continue;
      }
      // Whether commands are switched on here is said when one is run: it may be switched on tomorrow.
      if (type === "exec") onlyAdmins(actor, { what: "command", env: { allowExec: true } });
      else onlyAdmins(actor, { what: "file" });
    }
  }
}
