// Who knows about expressions: the server, or in the gallery a stand-in.
import { http } from "#console/client/http.ts";

export type Notation = "cel" | "template" | "javascript" | "jsonpath";

export interface ExpressionFault {
  message: string;
  line: number | null;
  column: number | null;
  suggestion: string | null;
}

export interface ExpressionHelp {
  name: string;
  signature: string;
  help: string;
}

export interface ExpressionSource {
  check(asked: { notation: Notation; text: string }, signal: AbortSignal): Promise<readonly ExpressionFault[]>;
  functions(signal: AbortSignal): Promise<readonly ExpressionHelp[]>;
}

let known: Promise<readonly ExpressionHelp[]> | undefined;

export const serverSource: ExpressionSource = {
  check: async (body, signal) => {
    const { faults } = await http<{ faults: ExpressionFault[] }>("POST", "/api/expressions/check", { body, signal });
    return faults;
  },
  // Asked once; what failed is asked again.
  functions: () =>
    (known ??= http<{ functions: ExpressionHelp[] }>("GET", "/api/expressions/functions", {})
      .then(({ functions }) => functions)
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      })),
};
