// The buttons that link a resource to an incident, for the slots of other areas. They load together, because each is
// small.
import type { Slots } from "#console/shell/area.ts";
import { countOf } from "#lib/text/words.ts";
import { LinkButton, useLinkDialog } from "../link/LinkButton.tsx";
import { selectedLines } from "../plan/config-lines.ts";

/** Attaches a check, with the time range that its page shows. */
export const LinkCheck = ({ id, name, timeRange }: Slots["check.actions"]) => (
  <LinkButton
    isShort
    name={name}
    evidence={() => ({
      type: "check",
      check_id: id,
      evidence: { check_id: id, includeMessages: true, start: timeRange },
    })}
  />
);

export const LinkConfig = ({ id, name, type }: Slots["config.actions"]) => (
  <LinkButton
    label="Link to Incident"
    name={name}
    evidence={() => ({ type: "config", config_id: id, evidence: { configName: name, configType: type } })}
  />
);

/** Attaches the selected lines of a document. */
export const LinkConfigLines = ({ id, name, type, selected, print }: Slots["config_lines.actions"]) => (
  <LinkButton
    name={name}
    evidence={async () => ({
      type: "config",
      config_id: id,
      evidence: { configName: name, configType: type, ...selectedLines(await print(), selected) },
    })}
  />
);

export const LinkChange = ({ id, config_id }: Slots["config_change.actions"]) => (
  <LinkButton
    name="A change of a catalog item"
    evidence={() => ({ type: "config_change", config_id, config_change_id: id, evidence: { id, config_id } })}
  />
);

export const LinkInsight = ({ id, config_id }: Slots["config_analysis.actions"]) => (
  <LinkButton
    name="An insight of a catalog item"
    evidence={() => ({ type: "config_analysis", config_id, config_analysis_id: id, evidence: { id, config_id } })}
  />
);

/** Attaches the selected log lines, and ends the selection. */
export const LinkLines = ({ lines, component_id, clear }: Slots["log_lines.actions"]) => (
  <LinkButton
    name={countOf(lines.length, "log line", "log lines")}
    evidence={() => ({
      type: "log",
      ...(component_id !== undefined && { component_id }),
      evidence: {
        lines: lines.map(({ timestamp, message, severity, labels }) => ({
          timestamp,
          message,
          labels,
          ...(severity !== undefined && { severity }),
        })),
      },
    })}
    onLinked={(isLinked) => isLinked && clear()}
  />
);

/** Attaches a component. Shown when the person chooses the entry in the component's menu. */
export function LinkComponent({ id, name, close }: Slots["component.menu"]) {
  const Dialog = useLinkDialog(true, close);
  return (
    Dialog && (
      <Dialog
        isOpen
        name={name}
        evidence={() => ({ type: "topology", component_id: id, evidence: { id } })}
        onClose={close}
      />
    )
  );
}
