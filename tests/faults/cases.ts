// A fault in a generated estate with unrelated changes, and the node where a person would start to look for the cause.
import { createEstate, type Estate } from "./estate.ts";
import { sorts, type Fault } from "./faults.ts";
import { addChanges, addUnhealthyLeaves } from "./noise.ts";
import { rolledUp } from "./store.ts";

export const unrelatedChanges = 200;
export const otherLeaves = 10;

export interface Case {
  estate: Estate;
  fault: Fault;
  start: { kind: "component" | "check" | "config"; id: string; name: string };
}

export const allSorts = Object.keys(sorts);

export function createCase(seed: number, sort: string): Case {
  for (let attempt = 0; ; attempt += 1) {
    const estate = createEstate(seed * 1000 + attempt);
    const { chance } = estate;
    const services = estate.services
      .map((service) => ({ service, order: chance.next() }))
      .sort((a, b) => a.order - b.order);
    const fault = sorts[sort]!(
      estate,
      services.map(({ service }) => service),
      chance.between(30, 240),
    );
    // Not every estate can have every fault: some have, for example, no database that three services use.
    if (!fault) continue;
    addUnhealthyLeaves(estate, otherLeaves, fault);
    addChanges(estate, unrelatedChanges, fault);
    return { estate, fault, start: chance.pick(startsOf(estate, fault)) };
  }
}

/** Nodes that became unhealthy because of the fault, except for the cause itself. */
function startsOf(estate: Estate, { broken, cause, change }: Fault): Case["start"][] {
  const health = rolledUp(estate);
  const components = new Set(broken.flatMap(({ component }) => [component, component.parent!]));
  return [
    ...[...components].flatMap((component) => {
      const { since } = health.get(component)!;
      return since !== undefined && since <= change.age
        ? { kind: "component" as const, id: component.id, name: component.name }
        : [];
    }),
    ...broken.flatMap(({ checks }) =>
      checks.flatMap(({ id, name, isFailing, items }) =>
        isFailing && items.length > 0 ? { kind: "check" as const, id, name } : [],
      ),
    ),
    ...broken.flatMap(({ deployment: { id, name, unhealthySince } }) =>
      unhealthySince !== undefined && id !== cause.id ? { kind: "config" as const, id, name } : [],
    ),
  ];
}
