import { LinkButton } from "../link/LinkButton.tsx";

interface LinkConfigProps {
  id: string;
  name: string;
  type: string;
}

/** Attaches a catalog item to an incident. */
export const LinkConfig = ({ id, name, type }: LinkConfigProps) => (
  <LinkButton
    label="Link to Incident"
    name={name}
    evidence={() => ({ type: "config", config_id: id, evidence: { configName: name, configType: type } })}
  />
);
