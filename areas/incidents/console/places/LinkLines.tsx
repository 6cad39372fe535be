import type { Slots } from "#console/shell/area.ts";
import { LinkButton } from "../link/LinkButton.tsx";

/** Attaches the selected log lines to an incident. */
export const LinkLines = ({ lines, component_id, clear }: Slots["log_lines.actions"]) => (
  <LinkButton
    name={lines.length === 1 ? "1 log line" : `${lines.length.toLocaleString("en")} log lines`}
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
