import { Count } from "#console/widgets/tabs/tab-look.tsx";
import { useFailingChecks } from "./checks-of-config.ts";

/** The number of failing checks of a catalog item or, if none fails, the number of all its checks. */
export function ChecksBadge({ id }: { id: string }) {
  const checks = useFailingChecks(id);
  if (!checks || checks.failing <= 0) return <Count of={checks?.all} />;
  return (
    <span className="rounded-full bg-unhealthy/15 px-1.5 text-meta font-normal text-unhealthy-text tabular-nums">
      {checks.failing.toLocaleString("en")} failing
    </span>
  );
}
