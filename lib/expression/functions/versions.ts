// Versions, and the constraints of Masterminds/semver: `>= 1.2, < 2 || ^3.0.0`.
import { onDemand } from "../../load/on-demand.ts";
import type { SemVer } from "semver";
import { ExpressionFault } from "../fault.ts";
import { Printable } from "../values.ts";
import type { LibraryFunction } from "./function.ts";

const semver = onDemand<typeof import("semver")>("semver");

const shape = /^v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?((?:[-+].*)?)$/;

function version(text: string): SemVer {
  const parts = text.length > 256 ? null : shape.exec(text.trim());
  const found = parts && semver().parse(`${parts[1]}.${parts[2] ?? 0}.${parts[3] ?? 0}${parts[4] ?? ""}`);
  if (!found) throw new ExpressionFault(`${JSON.stringify(text.slice(0, 80))} is not a version such as 1.2.3.`);
  return found;
}

function partsOf(text: string) {
  const { major, minor, patch, prerelease, build } = version(text);
  return {
    major: String(major),
    minor: String(minor),
    patch: String(patch),
    prerelease: prerelease.join("."),
    metadata: build.join("."),
    original: text,
  };
}

/** A version in a template: `(semver "v1.2").Minor`. */
class Version extends Printable {
  readonly noun = "a version";
  readonly #parts: ReturnType<typeof partsOf>;

  constructor(text: string) {
    super();
    this.#parts = partsOf(text);
  }

  print(): string {
    const { major, minor, patch, prerelease, metadata } = this.#parts;
    return `${major}.${minor}.${patch}${prerelease && `-${prerelease}`}${metadata && `+${metadata}`}`;
  }

  read(name: string): unknown {
    const { major, minor, patch, prerelease, metadata, original } = this.#parts;
    switch (name) {
      case "Major":
        return Number(major);
      case "Minor":
        return Number(minor);
      case "Patch":
        return Number(patch);
      case "Prerelease":
        return prerelease;
      case "Metadata":
        return metadata;
      case "Original":
        return original;
      case "String":
        return this.print();
      default:
        return undefined;
    }
  }
}

interface Bound {
  test(version: SemVer): boolean;
  namesPrerelease: boolean;
}

const term =
  /^(=|==|!=|>=|=>|<=|=<|>|<|~>|~|\^)?\s*(v?(?:\d+|[xX*])(?:\.(?:\d+|[xX*]))?(?:\.(?:\d+|[xX*]))?(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)$/;

function bounds(text: string, whole: string): Bound[] {
  const bad = () =>
    new ExpressionFault(`${JSON.stringify(whole.slice(0, 80))} is not a version constraint such as >= 1.2, < 2.`);
  const hyphened = text.replaceAll(/(\S+)\s+-\s+(\S+)/g, ">=$1 <=$2");
  // Spaces after an operator are allowed; other spaces and commas mean "and".
  const terms = hyphened
    .replaceAll(/(=>|=<|>=|<=|!=|==|~>|[=<>~^])\s+/g, "$1")
    .split(/[\s,]+/)
    .filter(Boolean);
  if (terms.length === 0) throw bad();
  return terms.map((item) => {
    const found = term.exec(item);
    if (!found) throw bad();
    return bound(found[1] ?? "", found[2]!);
  });
}

function bound(operator: string, text: string): Bound {
  const [numbers = "", ...rest] = text.replace(/^v/, "").split(/(?=[-+])/);
  const parts = numbers.split(".");
  const wild = parts.findIndex((part) => /^[xX*]$/.test(part));
  const known = parts.slice(0, wild === -1 ? parts.length : wild).map(Number);
  const base = version(`${known[0] ?? 0}.${known[1] ?? 0}.${known[2] ?? 0}${rest.join("")}`);
  const compare = (other: SemVer) => semver().compare(other, base);
  /** Increments the part at this index and sets the following parts to 0. */
  const above = (at: number) =>
    version(
      [0, 1, 2]
        .map((index) => (index < at ? (known[index] ?? 0) : index === at ? (known[index] ?? 0) + 1 : 0))
        .join("."),
    );
  const below = (limit: SemVer, other: SemVer) => semver().compare(other, limit) < 0;
  const isPartial = known.length < 3;
  const within = (at: number) => (other: SemVer) =>
    known.length === 0 || (compare(other) >= 0 && below(above(at), other));
  const test = ((): Bound["test"] => {
    switch (operator) {
      case "":
      case "=":
      case "==":
        return isPartial ? within(known.length - 1) : (other) => compare(other) === 0;
      case "!=":
        return isPartial ? (other) => !within(known.length - 1)(other) : (other) => compare(other) !== 0;
      case ">":
        return isPartial ? (other) => !below(above(known.length - 1), other) : (other) => compare(other) > 0;
      case ">=":
      case "=>":
        return (other) => compare(other) >= 0;
      case "<":
        return (other) => compare(other) < 0;
      case "<=":
      case "=<":
        return isPartial ? (other) => below(above(known.length - 1), other) : (other) => compare(other) <= 0;
      case "~":
      case "~>":
        return within(Math.min(known.length - 1, 1));
      default: {
        const first = known.findIndex((number) => number > 0);
        return within(first === -1 ? known.length - 1 : first);
      }
    }
  })();
  return { test, namesPrerelease: base.prerelease.length > 0 };
}

/** A prerelease matches only if the constraint contains a prerelease. */
function satisfies(constraint: string, text: string): boolean {
  if (constraint.length > 500) throw new ExpressionFault("A version constraint can be at most 500 characters long.");
  const tested = version(text);
  return constraint
    .split("||")
    .map((part) => bounds(part.trim(), constraint))
    .some(
      (all) =>
        (tested.prerelease.length === 0 || all.every(({ namesPrerelease }) => namesPrerelease)) &&
        all.every(({ test }) => test(tested)),
    );
}

export const versions: readonly LibraryFunction[] = [
  {
    name: "Semver",
    templateNames: ["strings.SemverMap"],
    takes: ["string"],
    gives: "map",
    says: "The parts of a version: major, minor, patch, prerelease, metadata, original",
    call: partsOf,
  },
  {
    name: "semver",
    only: "template",
    templateNames: ["strings.Semver"],
    takes: ["string"],
    gives: "any",
    says: "Parses a version to an object with Major, Minor, Patch, Prerelease, Metadata, Original",
    call: (text: string) => new Version(text),
  },
  {
    name: "SemverCompare",
    templateNames: ["semverCompare", "strings.SemverCompare"],
    takes: ["string", "string"],
    gives: "bool",
    says: "Whether a version (second) meets a constraint such as >= 1.2, < 2",
    call: satisfies,
  },
  {
    name: "SemverOrder",
    takes: ["string", "string"],
    gives: "int",
    says: "Compares two versions: -1, 0 or 1",
    call: (a: string, b: string) => semver().compare(version(a), version(b)),
  },
];
