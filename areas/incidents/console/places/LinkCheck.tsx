import { LinkButton } from "../link/LinkButton.tsx";

interface LinkCheckProps {
  id: string;
  name: string;
  /** The time range that the page of the check shows. */
  timeRange: string;
}

/** Attaches a check to an incident. */
export const LinkCheck = ({ id, name, timeRange }: LinkCheckProps) => (
  <LinkButton
    name={name}
    evidence={() => ({
      type: "check",
      check_id: id,
      evidence: { check_id: id, includeMessages: true, start: timeRange },
    })}
  />
);
