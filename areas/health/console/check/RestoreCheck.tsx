import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { useChangeChecks } from "../several/change-checks.ts";
import type { CheckDetail } from "./check-query.ts";

/** Restores a deleted check. */
export function RestoreCheck({ check }: { check: CheckDetail }) {
  const mayWrite = useActor().can("write", "canaries");
  const { restore, isBusy } = useChangeChecks();
  if (!mayWrite || check.transformed) return null;
  return (
    <Button className="-my-1" isBusy={isBusy} onClick={() => void restore([check])}>
      Restore
    </Button>
  );
}
