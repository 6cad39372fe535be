import { LinkButton } from "../link/LinkButton.tsx";
import { selectedLines } from "../plan/config-lines.ts";

interface LinkConfigLinesProps {
  id: string;
  name: string;
  type: string;
  selected: ReadonlySet<number>;
  print: () => Promise<string>;
}

/** Attaches the selected lines of a document to an incident. */
export const LinkConfigLines = ({ id, name, type, selected, print }: LinkConfigLinesProps) => (
  <LinkButton
    name={name}
    evidence={async () => ({
      type: "config",
      config_id: id,
      evidence: { configName: name, configType: type, ...selectedLines(await print(), selected) },
    })}
  />
);
