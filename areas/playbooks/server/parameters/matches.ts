// Matches the patterns of parameters in linear time (RE2), because playbook authors write the patterns and other people
// write the texts.
import { matches } from "#lib/expression/pattern.ts";
import { withinBudget } from "#lib/expression/budget.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import type { CheckTools } from "../../check-parameters.ts";

const maxMs = 1_000;

export const serverCheckTools: CheckTools = {
  matches(text, pattern) {
    try {
      return withinBudget({ deadline: performance.now() + maxMs, room: 1_000_000 }, () =>
        matches(text, `^(?:${pattern})$`),
      );
    } catch (error) {
      if (error instanceof ExpressionFault) return undefined;
      throw error;
    }
  },
};
