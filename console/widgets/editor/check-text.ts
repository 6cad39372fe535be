// Checks a text. Long texts are checked in a worker, so that typing is not blocked.
import { type Finding, findingsIn, type CheckOptions } from "./findings.ts";
import { isLong } from "./long-text.ts";
import { askWorker } from "./text-thread.ts";

export const checkText = (text: string, options: CheckOptions): Finding[] | Promise<Finding[]> =>
  isLong(text)
    ? askWorker({ want: "findings", text, options }).catch(() => findingsIn(text, options))
    : findingsIn(text, options);
