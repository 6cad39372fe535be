// What is known of a type by its name. Rows may be of types that nobody states here: they are kept as they are.
import { isSecretName } from "#language/secret-names.ts";
import type { ConnectionType } from "./connection-type.ts";
import { fieldsOf, propertyIn } from "./form.ts";
import { connectionTypes } from "./types/index.ts";

/** Messengers that existing rows are of, and that have no form. */
export const olderMessengers: ReadonlySet<string> = new Set([
  "bark",
  "googlechat",
  "gotify",
  "join",
  "pagerduty",
  "slackwebhook",
  "smtp",
  "webhook",
]);

export const typeNamed = (name: string): ConnectionType | undefined =>
  connectionTypes.find(({ type }) => type === name);

/** Whether messages are sent through it and nothing else is done with it. */
export const isMessenger = (name: string): boolean => typeNamed(name)?.isForMessages ?? olderMessengers.has(name);

/** Whether a property holds a secret: by what it is called, or because the form of its type says so. */
export function isSecretProperty(type: string, property: string): boolean {
  if (isSecretName(property)) return true;
  const known = typeNamed(type);
  return known !== undefined && fieldsOf(known).some(({ kept, isSecret }) => isSecret && propertyIn(kept) === property);
}
