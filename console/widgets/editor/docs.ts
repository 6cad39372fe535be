// The documentation of a key from its schema, for tooltips and the completion list.
import { descriptionOf, factsOf } from "./describe.ts";
import type { Shape } from "./schema-at.ts";

export interface Documented {
  name: string;
  shapes: readonly Shape[];
  isRequired: boolean;
}

export function drawDocs({ name, shapes, isRequired }: Documented): HTMLElement {
  const docs = element("div", "cm-docs");
  docs.append(element("div", "cm-docs-name", name));
  for (const paragraph of descriptionOf(shapes)
    .split(/\n{2,}/)
    .filter(Boolean))
    docs.append(withCode(paragraph));
  const facts = element("dl", "cm-docs-facts");
  for (const fact of factsOf(shapes, isRequired))
    facts.append(element("dt", "", fact.name), element("dd", "", fact.text));
  docs.append(facts);
  return docs;
}

/** The documentation as plain text, for screen readers. */
export const docsText = ({ name, shapes, isRequired }: Documented): string =>
  [
    `${name}: ${descriptionOf(shapes)}`,
    ...factsOf(shapes, isRequired).map(({ name: fact, text }) => `${fact}: ${text}`),
  ]
    .map((sentence) => sentence.replace(/[.\s]*$/, "."))
    .join(" ");

function element(tag: string, className: string, text = ""): HTMLElement {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.textContent = text;
  return node;
}

/** Renders names in backticks as code; descriptions use no other markup. */
function withCode(paragraph: string): HTMLElement {
  const node = element("p", "");
  for (const [index, part] of paragraph.split("`").entries())
    node.append(index % 2 === 1 ? element("code", "", part) : part);
  return node;
}
