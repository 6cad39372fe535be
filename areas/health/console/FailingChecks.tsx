import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { useFailingChecks } from "./checks-of-config.ts";

/** The number of failing checks of a catalog item, with a link to them; empty if no check fails. */
export function FailingChecks({ id }: { id: string }) {
  const checks = useFailingChecks(id);
  if (!checks || checks.failing <= 0) return null;
  return (
    <AddressLink
      href={`/catalog/${id}/checks`}
      className="inline-flex items-center gap-1.5 text-title font-semibold whitespace-nowrap text-unhealthy-text hover:underline"
    >
      <StatusMark meaning="unhealthy" size={16} />
      {checks.failing.toLocaleString("en")} of {checks.all.toLocaleString("en")} {checks.all === 1 ? "check" : "checks"}{" "}
      failing
    </AddressLink>
  );
}
