import { LinkDialog } from "../link/LinkDialog.tsx";

interface LinkComponentProps {
  id: string;
  name: string;
  close: () => void;
}

/** Attaches a component to an incident; shown when the entry of its menu is chosen. */
export const LinkComponent = ({ id, name, close }: LinkComponentProps) => (
  <LinkDialog
    isOpen
    name={name}
    evidence={() => ({ type: "topology", component_id: id, evidence: { id } })}
    onClose={close}
  />
);
