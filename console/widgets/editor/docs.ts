// What the schema says about one thing, drawn for a tooltip or beside the list of completions.
import { descriptionOf, factsOf } from "./describe.ts";
import type { Shape } from "./schema-at.ts";

export interface Documented {
  name: string;
  shapes: readonly Shape[];
  isRequired: boolean;
}

export function drawDocs({ name, shapes, isRequired }: Documented): HTMLElement {
  const place = element("div", "cm-docs");
  place.append(element("div", "cm-docs-name", name));
  for (const paragraph of descriptionOf(shapes)
    .split(/\n{2,}/)
    .filter(Boolean))
    place.append(withCode(paragraph));
  const facts = element("dl", "cm-docs-facts");
  for (const fact of factsOf(shapes, isRequired))
    facts.append(element("dt", "", fact.name), element("dd", "", fact.text));
  place.append(facts);
  return place;
}

/** The same in a sentence or two, to be read out. */
export const sayDocs = ({ name, shapes, isRequired }: Documented): string =>
  [
    `${name}: ${descriptionOf(shapes)}`,
    ...factsOf(shapes, isRequired).map(({ name: fact, text }) => `${fact}: ${text}`),
  ]
    .map((sentence) => sentence.replace(/[.\s]*$/, "."))
    .join(" ");

function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

/** Descriptions put names into backticks; nothing else of them is more than text. */
function withCode(paragraph: string): HTMLElement {
  const made = element("p", "");
  for (const [index, part] of paragraph.split("`").entries())
    made.append(index % 2 === 1 ? element("code", "", part) : part);
  return made;
}
