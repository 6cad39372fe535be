// What is wrong with a text, found without holding up who types: a long one is read beside the page.
import { type Finding, findingsIn, type Judged } from "./findings.ts";
import { isLong } from "./long-text.ts";
import { askBeside } from "./beside.ts";

export const judge = (text: string, judged: Judged): Finding[] | Promise<Finding[]> =>
  isLong(text)
    ? askBeside({ want: "findings", text, judged }).catch(() => findingsIn(text, judged))
    : findingsIn(text, judged);
