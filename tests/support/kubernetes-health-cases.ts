// Tests the computed health of Kubernetes objects, in the form that clusters return, at one fixed time:
//
//   proveHealth([["a completed pod", { kind: "Pod", metadata: old, status: { phase: "Succeeded" } }, "healthy", "Completed", true]]);
import { expect, test } from "vitest";
import { kubernetesHealth } from "#lib/kubernetes-health/index.ts";

export type Fields = Record<string, unknown>;

export const now = Date.parse("2026-11-15T12:00:00Z");
export const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
export const old = { name: "x", creationTimestamp: ago(100_000) };
export const young = { name: "x", creationTimestamp: ago(2) };
export const condition = (type: string, status: string, rest: Fields = {}) => ({ type, status, ...rest });
export const objectOf = (kind: string, status: Fields, rest: Fields = {}) => ({ kind, metadata: old, status, ...rest });

type HealthCase = [name: string, object: Fields, health: string, status: string, ready: boolean];

export function proveHealth(cases: readonly HealthCase[]): void {
  test.each(cases)("the health of %s", (_, object, health, status, ready) => {
    expect(kubernetesHealth(object, now)).toMatchObject({ health, status, ready });
  });
}
