// A choice of the link dialog: the id of a stored row, or the title of a row that the dialog creates.
import type { Option } from "#console/widgets/form/option-source.ts";

const NEW = "new:";

export type Choice = { kind: "stored"; id: string } | { kind: "new"; title: string };

export function readChoice(value: string | null | undefined): Choice | undefined {
  if (!value) return undefined;
  return value.startsWith(NEW) ? { kind: "new", title: value.slice(NEW.length) } : { kind: "stored", id: value };
}

/** The option that creates a row with the typed title. */
export const newOption = (title: string, hint: string): Option => ({ value: `${NEW}${title}`, label: title, hint });

/**
 * The found options, followed by an option that creates a row with the typed title. This option is left out if the text
 * is empty.
 */
export function withNewOption(found: readonly Option[], text: string, hint: string): readonly Option[] {
  const title = text.trim();
  return title === "" ? found : [...found, newOption(title, hint)];
}
