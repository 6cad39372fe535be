// The source of expression checks and function docs: the server, or a fake in the gallery.
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
  check(request: { notation: Notation; text: string }, signal: AbortSignal): Promise<readonly ExpressionFault[]>;
  functions(signal: AbortSignal): Promise<readonly ExpressionHelp[]>;
}

let loading: Promise<readonly ExpressionHelp[]> | undefined;

export const serverSource: ExpressionSource = {
  check: async (body, signal) => {
    const { faults } = await http<{ faults: ExpressionFault[] }>("POST", "/api/expressions/check", { body, signal });
    return faults;
  },
  // Loaded once; a failed request is repeated by the next call.
  functions: () =>
    (loading ??= http<{ functions: ExpressionHelp[] }>("GET", "/api/expressions/functions", {})
      .then(({ functions }) => functions)
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      })),
};
