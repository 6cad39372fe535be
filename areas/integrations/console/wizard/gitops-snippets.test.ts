import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { firstDraft, fluxManifest, helmCommands, problemsOf } from "./gitops-snippets.ts";

const draft = {
  ...firstDraft("kubernetes"),
  labels: { team: "platform" },
  chartValues: "clusterName: north\nscraper:\n  schedule: '@every 10m'\n",
};

test("WI-06 a new draft has the namespace mission-control and the interval 30m", () => {
  expect(firstDraft("aws")).toMatchObject({ name: "aws", namespace: "mission-control", interval: "30m" });
  expect(problemsOf(firstDraft("aws"))).toEqual({});
});

test("WI-07 each invalid field of a draft has an error message", () => {
  expect(problemsOf({ ...draft, name: undefined, namespace: "Mission Control", interval: "soon" })).toEqual({
    name: "This field is required",
    namespace: expect.stringContaining("lower-case"),
    interval: expect.any(String),
  });
  expect(problemsOf({ ...draft, name: "a; rm -rf /" })).toHaveProperty("name");
  expect(problemsOf({ ...draft, chartValues: "- 1" })).toHaveProperty("chartValues");
  expect(problemsOf({ ...draft, chartValues: "a: [" })).toHaveProperty("chartValues");
});

test("the Flux manifest contains the repository and the release with its values", () => {
  const documents = parseAllDocuments(fluxManifest("mission-control-kubernetes", draft)).map(
    (one) => one.toJS() as object,
  );
  expect(documents).toMatchObject([
    { kind: "HelmRepository", metadata: { namespace: "mission-control" } },
    {
      kind: "HelmRelease",
      metadata: { name: "kubernetes", namespace: "mission-control", labels: { team: "platform" } },
      spec: {
        interval: "30m",
        chart: { spec: { chart: "mission-control-kubernetes" } },
        values: { clusterName: "north", scraper: { schedule: "@every 10m" } },
      },
    },
  ]);
});

test("the Helm commands quote labels and pass the values through standard input", () => {
  const commands = helmCommands("mission-control-aws", { ...draft, labels: { team: "it's" } });
  expect(commands).toContain("helm install kubernetes flanksource/mission-control-aws");
  expect(commands).toContain(String.raw`--labels 'team=it'\''s'`);
  expect(commands).toMatch(/<<'VALUES'\nclusterName: north\nscraper:\n {2}schedule: "@every 10m"\nVALUES$/);
  expect(helmCommands("mission-control-aws", firstDraft("aws"))).not.toContain("--values");
});
