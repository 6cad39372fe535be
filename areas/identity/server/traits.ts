// The name and email of a person: the form fields and their validation.
import type { FlowMessage, IdentityTraits } from "#language/columns.ts";
import { normaliseEmail } from "./accounts.ts";
import { labels, messages } from "./flows/messages.ts";
import { input } from "./flows/nodes.ts";
import { fieldOf, type Submitted } from "./settings/method.ts";
import type { NodeGroup, UiNode } from "../model.ts";

const maxEmailLength = 320;
const maxNameLength = 100;

export const isEmail = (text: string) => text.length <= maxEmailLength && /^[^\s@]+@[^\s@]+$/.test(text);

export const traitNodes = (group: NodeGroup, { email, name }: IdentityTraits): UiNode[] => [
  input(
    group,
    { name: "traits.email", type: "email", value: email, required: true, autocomplete: "email" },
    labels.email,
  ),
  input(group, { name: "traits.name.first", type: "text", value: name.first }, labels.firstName),
  input(group, { name: "traits.name.last", type: "text", value: name.last }, labels.lastName),
];

export type TraitFields = Record<string, { value: string; messages?: FlowMessage[] }>;

/** Reads the traits of a submit. `fields` contains the errors and the typed values. */
export function readTraits(submitted: Submitted): { traits: IdentityTraits; fields: TraitFields; isValid: boolean } {
  const read = (name: string, fault: (text: string) => FlowMessage | undefined) => {
    const text = fieldOf(submitted, name);
    const wrong = fault(text);
    return {
      text,
      wrong: wrong !== undefined,
      field: { value: text.slice(0, 1000), ...(wrong && { messages: [wrong] }) },
    };
  };
  const nameFault = (text: string) => (text.length > maxNameLength ? messages.tooLong(maxNameLength) : undefined);
  const email = read("traits.email", (text) => {
    if (text === "") return messages.missing("email");
    return isEmail(normaliseEmail(text)) ? undefined : messages.notAnEmail;
  });
  const first = read("traits.name.first", nameFault);
  const last = read("traits.name.last", nameFault);
  return {
    traits: { email: normaliseEmail(email.text), name: { first: first.text, last: last.text } },
    fields: { "traits.email": email.field, "traits.name.first": first.field, "traits.name.last": last.field },
    isValid: ![email, first, last].some(({ wrong }) => wrong),
  };
}

/** Converts traits to the columns of a person. */
export const personColumns = ({ email, name }: IdentityTraits) => ({
  email,
  first_name: name.first,
  last_name: name.last,
  name: `${name.first} ${name.last}`.trim() || email,
});
