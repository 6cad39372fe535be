import { JobErrors } from "#console/resources/JobErrors.tsx";
import { CanaryHealth } from "./CanaryHealth.tsx";

/** The health of a canary's checks, and the errors of the canary itself. */
export const CanaryStatus = ({ id }: { id: string }) => (
  <>
    <CanaryHealth id={id} />
    <JobErrors view="canaries_with_status" id={id} />
  </>
);
