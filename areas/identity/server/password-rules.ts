// Checks a new password: its length, that it does not contain the person's name or email, and that it is not easily
// guessed from word lists. The lists are large, so they are loaded when the first password is set.
import type { FlowMessage, IdentityTraits } from "#language/columns.ts";
import { messages } from "./flows/messages.ts";
import { maxPasswordLength, minPasswordLength } from "./passwords.ts";

const minScore = 2;
/**
 * Maximum number of scored characters. Longer passwords are not guessed from word lists, and scoring them takes long.
 */
const maxScoredLength = 100;
/** Minimum length of a checked part. Shorter parts of a name occur in too many passwords. */
const minPartLength = 4;

export async function passwordFault(password: string, traits: IdentityTraits): Promise<FlowMessage | undefined> {
  if (password.length < minPasswordLength) return messages.tooShort(minPasswordLength);
  if (password.length > maxPasswordLength) return messages.tooLong(maxPasswordLength);
  const own = ownParts(traits);
  const plain = password.toLowerCase();
  if (own.some((part) => part.length >= minPartLength && plain.includes(part))) return messages.passwordHasIdentifier;
  const score = await scoring();
  return score(password.slice(0, maxScoredLength), own) < minScore ? messages.passwordIsWeak : undefined;
}

function ownParts({ email, name }: IdentityTraits): string[] {
  const [local = ""] = email.split("@");
  return [email, local, name.first, name.last].map((part) => part.toLowerCase().trim()).filter((part) => part !== "");
}

type Score = (password: string, own: string[]) => number;
let scorer: Promise<Score> | undefined;

function scoring(): Promise<Score> {
  return (scorer ??= load().catch((error: unknown) => {
    scorer = undefined;
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
