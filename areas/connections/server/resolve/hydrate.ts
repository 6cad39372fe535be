// A connection as it is used: what is found elsewhere is looked up, then address and properties are filled in. What was
// looked up for a property is a value and no template: whoever keeps the secret does not write here.
import { compile } from "#server/expression/compile.ts";
import { ExpressionFault } from "#server/expression/fault.ts";
import { ConnectionFailure } from "../failure.ts";
import { fieldsOf } from "../form.ts";
import { exceptHostOf, secretsInUrl } from "../hidden.ts";
import { isSecretProperty, typeNamed } from "../known-types.ts";
import type { OpenConnection } from "../sealed.ts";
import { readReference, type ValueReference } from "./value-reference.ts";

/** Gives the value that a reference leads to. */
export type LookUp = (reference: ValueReference) => Promise<string>;

/** `tell` is told each secret as soon as it is known, so that even a failure further on does not repeat it. */
export async function hydrate(
  connection: OpenConnection,
  { lookUp, tell }: { lookUp: LookUp; tell: (...secrets: (string | null)[]) => void },
): Promise<OpenConnection> {
  const { name, type, namespace } = connection;
  const value = async (text: string | null, isSecret: boolean, tellOne = tell) => {
    if (text === null) return { text, isFound: false };
    const reference = readReference(text);
    const found = (reference ? await lookUp(reference) : text).trim();
    if (isSecret || (reference && reference.from !== "configmap")) tellOne(found);
    return { text: found, isFound: reference !== undefined };
  };
  const aboutUser = exceptHostOf(connection.url, { know: tell });
  const properties = Object.entries(connection.properties);
  const [username, password, certificate, url, ...values] = await all([
    value(connection.username, isSecretColumn(type, "username"), aboutUser.know),
    value(connection.password, true),
    value(connection.certificate, true),
    value(connection.url, false),
    ...properties.map(([key, text]) => value(text, isSecretProperty(type, key))),
  ]);
  if (url!.text !== null) tell(...secretsInUrl(url!.text, type));

  const raw = Object.fromEntries(properties.map(([key], index) => [key, values[index]!.text!]));
  const [user, word] = [username!.text ?? "", password!.text ?? ""];
  const known = { name, type, namespace, domain: user.slice(user.indexOf("@") + 1 || user.length) };
  const inText = { ...known, username: user, password: word, properties: raw };
  const filled = Object.fromEntries(
    await all(
      properties.map(async ([key], index) => {
        const { text, isFound } = values[index]!;
        return [key, isFound ? text! : await fill(text!, inText, `The property ${JSON.stringify(key)}`)] as const;
      }),
    ),
  );
  // In an address the signs of a password must not be taken for its own.
  const escaped = { username: encodeURIComponent(user), password: encodeURIComponent(word) };
  const address = url!.text && (await fill(url!.text, { ...known, ...escaped, properties: filled }, "The address"));
  if (address) tell(...secretsInUrl(address, type));
  return {
    ...connection,
    username: username!.text,
    password: password!.text,
    certificate: certificate!.text,
    url: address,
    properties: filled,
  };
}

/** Waits for all of them, also when one fails: none goes on alone, and what they tell is told. */
async function all<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Not everything that is kept in the column of names is secret: a channel is none. */
function isSecretColumn(type: string, column: string): boolean {
  const known = typeNamed(type);
  const field = known && fieldsOf(known).find(({ kept }) => kept === column);
  return field?.isSecret ?? true;
}

async function fill(text: string, values: Readonly<Record<string, unknown>>, what: string): Promise<string> {
  if (!/\$\(|\{\{/.test(text)) return text;
  try {
    const template = await compile("template", text);
    return String(await template.run(values)).trim();
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw new ConnectionFailure(
      `${what} cannot be filled in: ${error.message}`,
      error.suggestion ??
        `In it stand $(username), $(password), $(domain), $(name), $(namespace), $(type) and $(properties.…).`,
    );
  }
}
