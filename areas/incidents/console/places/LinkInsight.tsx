import { LinkButton } from "../link/LinkButton.tsx";

interface LinkInsightProps {
  id: string;
  config_id: string;
}

/** Attaches an insight of a catalog item to an incident. */
export const LinkInsight = ({ id, config_id }: LinkInsightProps) => (
  <LinkButton
    name="An insight of a catalog item"
    evidence={() => ({ type: "config_analysis", config_id, config_analysis_id: id, evidence: { id, config_id } })}
  />
);
