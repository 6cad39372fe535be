// Whether a resource is meant, in the language of the search; and what clouds write in one text, taken apart.
import { matches, parseMatch } from "#language/match.ts";
import { selects } from "#language/selector-match.ts";
import { parseSelector } from "#language/selector.ts";
import { Unreadable } from "#language/unreadable.ts";
import { ExpressionFault } from "../fault.ts";
import { fieldOf, print, type Fields } from "../values.ts";
import type { LibraryFunction } from "./function.ts";

function matchQuery(resource: Fields, query: string): boolean {
  try {
    return selects(parseSelector(query), resource, { now: Date.now(), timeZone: "UTC" });
  } catch (error) {
    if (error instanceof Unreadable)
      throw new ExpressionFault(`matchQuery cannot read ${JSON.stringify(query)}: ${error.message}`);
    throw error;
  }
}

/** What is missing fits only where everything but something does: `!prod`. */
function matchLabel(labels: Fields, key: string, patterns: string): boolean {
  const value = fieldOf(labels, key);
  const match = parseMatch(patterns);
  return value === undefined ? match.include.length === 0 && match.exclude.length > 0 : matches(match, print(value));
}

function arnToMap(text: string): Fields {
  const [scheme, partition, service, region, account, ...resource] = text.split(":");
  if (scheme !== "arn" || resource.length === 0)
    throw new ExpressionFault(`${JSON.stringify(text)} is not an ARN: arn:partition:service:region:account:resource.`);
  return { service: service!, region: region!, account: account!, partition: partition!, resource: resource.join(":") };
}

/** AWS lists tags as Name and Value, or Key and Value. */
function fromAwsMap(tags: unknown[]): Fields {
  return Object.fromEntries(
    tags.map((tag) => [print(fieldOf(tag, "Name") ?? fieldOf(tag, "Key")), print(fieldOf(tag, "Value"))]),
  );
}

export const matching: readonly LibraryFunction[] = [
  {
    name: "matchQuery",
    takes: ["map", "string"],
    gives: "bool",
    says: "Whether a resource is found by a search such as type=Kubernetes::Pod health=unhealthy",
    call: matchQuery,
  },
  {
    name: "matchLabel",
    takes: ["map", "string", "string"],
    gives: "bool",
    says: "Whether a label fits patterns such as prod,stage*,!test",
    call: matchLabel,
  },
  { name: "aws.arnToMap", takes: ["string"], gives: "map", says: "The parts of an ARN", call: arnToMap },
  {
    name: "aws.fromAWSMap",
    takes: ["list"],
    gives: "map",
    says: "A list of names and values as a map",
    call: fromAwsMap,
  },
];
