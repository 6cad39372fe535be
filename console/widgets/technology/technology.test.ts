// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { aliases } from "./aliases.ts";
import { findDrawing } from "./find-drawing.ts";
import { brands, actionShapes, ownShapes, shapes } from "./technologies.ts";

const folder = "console/widgets/technology";
const files = ["shapes.svg", ...readdirSync(`${folder}/marks`).map((name) => `marks/${name}`)];
const read = (name: string) => readFileSync(`${folder}/${name}`, "utf8");

test("at least 150 technologies have a brand mark, and every name and alias has a drawing", () => {
  expect(new Set(brands).size).toBe(brands.length);
  expect(brands.length).toBeGreaterThanOrEqual(150);
  const names = [
    ...brands,
    ...ownShapes.keys(),
    ...shapes.keys(),
    ...aliases.keys(),
    ...actionShapes.map(([word]) => word),
  ];
  const drawn = new Set([...read("shapes.svg").matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id));
  const missing = names.filter((name) => {
    const drawing = findDrawing(name);
    if (!drawing) return true;
    return "mark" in drawing ? !files.includes(`marks/${drawing.mark}.svg`) : !drawn.has(drawing.shape);
  });
  expect(missing).toEqual([]);
});

test.each([
  ["Kubernetes::Pod", { shape: "box" }],
  ["k8-namespace", { shape: "square-dashed" }],
  ["kubernetes--deployment", { shape: "layers" }],
  ["Kubernetes::HelmRelease", { mark: "helm" }],
  ["postgres", { mark: "postgresql" }],
  ["PostgreSQL", { mark: "postgresql" }],
  ["PostgreSQL::Database", { mark: "postgresql" }],
  ["PostgreSQL::Table", { shape: "table-2" }],
  ["System::Host", { shape: "server" }],
  ["System::Disk", { shape: "hard-drive" }],
  ["System::NetworkInterface", { shape: "ethernet-port" }],
  ["System::Service", { shape: "plug" }],
  ["Network::Switch", { shape: "ethernet-port" }],
  ["Network::Router", { shape: "router" }],
  ["Power::UPS", { shape: "plug-zap" }],
  ["System::Packages", { shape: "package" }],
  ["Quarterdeck::Process", { shape: "cpu" }],
  ["AWS::EC2::Instance", { shape: "cpu" }],
  ["ec2", { shape: "cpu" }],
  ["VirtualMachine", { shape: "cpu" }],
  ["Google Cloud", { mark: "googlecloud" }],
  ["CreateNamespace", { shape: "plus" }],
  ["BackOff", { shape: "timer-reset" }],
  ["pulled", { shape: "download" }],
  ["ImageFailed", { shape: "circle-x" }],
  ["redis-master-0", { mark: "redis" }],
  ["Kubernetes::UnheardOf", { mark: "kubernetes" }],
])("%s is drawn as %o", (name, drawing) => expect(findDrawing(name)).toEqual(drawing));

test("uses the second name if the first is unknown, and returns undefined for unknown names", () => {
  expect(findDrawing("whatever", "grafana")).toEqual({ mark: "grafana" });
  expect(findDrawing(null, undefined, "")).toBeUndefined();
  expect(findDrawing("constructor")).toBeUndefined();
  expect(findDrawing("__proto__")).toBeUndefined();
});

test("drawings contain no scripts, styles or links", () => {
  const suspicious = /<script|\son\w+=|href=|<style|javascript:/i;
  expect(files.filter((name) => suspicious.test(read(name)))).toEqual([]);
});
