import { expect, test } from "vitest";
import type { ResourceSelector } from "#language/resource-selector.ts";
import { Candidates, type Candidate } from "./candidates.ts";

const row = (name: string, more: Partial<Candidate> = {}): Candidate => ({
  id: `00000000-0000-4000-8000-0000000000${name.length}0`,
  name,
  type: "Kubernetes::Pod",
  namespace: null,
  labels: { app: name },
  tags: { namespace: "default", cluster: "north" },
  ...more,
});
const pods = [row("a"), row("bb"), row("ccc", { type: "AWS::EC2::Instance", tags: { namespace: "other" } })];
const candidates = new Candidates(pods);
const namesOf = (selector: ResourceSelector) => candidates.of(selector).map(({ name }) => name);

test.each<[ResourceSelector, string[]]>([
  [{ id: pods[1]!.id.toUpperCase() }, ["bb"]],
  [{ name: "BB" }, ["bb"]],
  [{ name: "a,bb" }, ["a", "bb"]],
  [{ name: "b*" }, ["bb"]],
  [{ name: "!bb" }, ["a", "ccc"]],
  [{ types: ["pod"] }, ["a", "bb"]],
  [{ types: ["EC2::Instance"] }, ["ccc"]],
  [{ types: ["Kubernetes::*"] }, ["a", "bb"]],
  [{ namespace: "other" }, ["ccc"]],
  [{ types: ["Kubernetes::Pod"], name: "ccc" }, []],
  [{ labelSelector: "app=bb" }, ["bb"]],
  [{ labelSelector: "app=BB" }, []],
  [{ labelSelector: "app in (a, ccc)" }, ["a", "ccc"]],
  [{ labelSelector: "!app" }, []],
  [{ tagSelector: "cluster=north,namespace=default" }, ["a", "bb"]],
  [{ search: "cc" }, ["ccc"]],
])("the candidates of %o are %o", (selector, expected) => expect(namesOf(selector)).toEqual(expected));

test("every row is a candidate if a term cannot be evaluated in memory", () => {
  for (const selector of [
    { health: "unhealthy" },
    { statuses: ["Running"] },
    { agent: "edge" },
    { scope: "scraper" },
    { fieldSelector: "external_id=x" },
    { search: "name=x | name=y" },
    { search: "config.kind=Pod" },
    { search: "nonsense=(" },
    { name: 5 } as unknown as ResourceSelector,
  ])
    expect(namesOf(selector)).toEqual(["a", "bb", "ccc"]);
});

test("rows with non-ASCII characters are candidates for every selector, because the database compares their case differently", () => {
  const odd = row("İstanbul");
  const mixed = new Candidates([...pods, odd]);
  expect(mixed.of({ name: "i̇stanbul" })).toEqual([odd]);
  expect(mixed.of({ name: "bb" }).map(({ name }) => name)).toEqual(["bb", "İstanbul"]);
});
