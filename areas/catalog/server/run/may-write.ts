// Only administrators may write scrapers that run commands or read files on the server.
import { onlyAdmins } from "#server/exec/only-admins.ts";
import type { Actor } from "#server/http/actor.ts";
import { fieldIn } from "../scrape/document.ts";
import { entriesOf, type KindNamed } from "./runnable.ts";

export function checkMayWrite(actor: Actor, specs: readonly unknown[], kindNamed: KindNamed): void {
  for (const spec of specs) {
    // Resources that are copied from a cluster may run commands as well.
    if (fieldIn(spec, "crdSync") === true) onlyAdmins(actor, { what: "resources" });
    for (const { kind, written, type } of entriesOf(spec, kindNamed).entries) {
      const { onlyAdmins: needsAdmin } = kind;
      if (needsAdmin === undefined) continue;
      if (needsAdmin !== true) {
        // An invalid entry is rejected elsewhere. Because its content is unknown, writing it requires an administrator
        // here.
        const parsed = kind.spec.safeParse(written);
        if (parsed.success && !needsAdmin(parsed.data)) continue;
      }
      // The run checks whether commands are enabled, because the setting may change later.
      if (type === "exec") onlyAdmins(actor, { what: "command", env: { allowExec: true } });
      else onlyAdmins(actor, { what: "file" });
    }
  }
}
