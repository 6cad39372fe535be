// Prints a plan as text, so that two plans can be compared.
import type { PlannedAction } from "../../../contract.ts";

export const printPlan = (actions: readonly PlannedAction[]): string =>
  actions
    .map(({ name, kind, summary, parts, condition, unpredictable, error }) =>
      [
        `${name} (${kind})`,
        summary,
        ...(condition ? [`if: ${condition}`] : []),
        ...(unpredictable ? [`The effect cannot be predicted. ${unpredictable}`] : []),
        ...(error ? [error] : []),
        ...parts.flatMap(({ title, text }) => ["", `${title}:`, text.replace(/\n+$/, "")]),
      ].join("\n"),
    )
    .join("\n\n");
