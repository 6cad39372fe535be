// What a new password must be. Its length, that it is not the person's own name or e-mail, and that it does not stand in the
// lists that guessing begins with. The lists are large, so they are read when the first password is set.
import type { FlowMessage, IdentityTraits } from "#language/columns.ts";
import { messages } from "./flows/messages.ts";
import { longestPassword, shortestPassword } from "./passwords.ts";

const lowestScore = 2;
/** More than this is not guessed word by word, and takes long to look at. */
const mostScored = 100;
/** A name of two letters is in half of all passwords. */
const shortestPart = 4;

export async function passwordFault(password: string, traits: IdentityTraits): Promise<FlowMessage | undefined> {
  if (password.length < shortestPassword) return messages.tooShort(shortestPassword);
  if (password.length > longestPassword) return messages.tooLong(longestPassword);
  const own = ownParts(traits);
  const plain = password.toLowerCase();
  if (own.some((part) => part.length >= shortestPart && plain.includes(part))) return messages.passwordHasIdentifier;
  const score = await scoring();
  return score(password.slice(0, mostScored), own) < lowestScore ? messages.passwordIsWeak : undefined;
}

function ownParts({ email, name }: IdentityTraits): string[] {
  const [local = ""] = email.split("@");
  return [email, local, name.first, name.last].map((part) => part.toLowerCase().trim()).filter((part) => part !== "");
}

type Score = (password: string, own: string[]) => number;
let made: Promise<Score> | undefined;

function scoring(): Promise<Score> {
  return (made ??= load().catch((error: unknown) => {
    made = undefined;
    throw error;
  }));
}

async function load(): Promise<Score> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, own) => zxcvbn.check(password, own).score;
}
