// Facts about a type by its name. Rows with an unknown type are kept as they are.
import { isSecretName } from "#language/secret-names.ts";
import type { ConnectionType } from "../connection/connection-type.ts";
import { fieldsOf, propertyIn } from "../connection/form.ts";
import { connectionTypes } from "../types/index.ts";

/** Messenger types of existing rows that have no form. */
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

/** Whether the type only sends messages. */
export const isMessenger = (name: string): boolean => typeNamed(name)?.isForMessages ?? olderMessengers.has(name);

/** Whether a property holds a secret, by its name or by the form of its type. */
export function isSecretProperty(type: string, property: string): boolean {
  if (isSecretName(property)) return true;
  const known = typeNamed(type);
  return known !== undefined && fieldsOf(known).some(({ kept, isSecret }) => isSecret && propertyIn(kept) === property);
}
