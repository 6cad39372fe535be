import { LinkButton } from "../link/LinkButton.tsx";

interface LinkChangeProps {
  id: string;
  config_id: string;
}

/** Attaches a change of a catalog item to an incident. */
export const LinkChange = ({ id, config_id }: LinkChangeProps) => (
  <LinkButton
    name="A change of a catalog item"
    evidence={() => ({ type: "config_change", config_id, config_change_id: id, evidence: { id, config_id } })}
  />
);
