// The components in memory, with their parents and children, and the results of the roll-up. A change is applied only
// to the changed components; then these components and their ancestors are computed again.
//
// The result of a component depends on up to 10 levels below it. A component with neither a cycle nor deeper levels
// below it combines the results of its children. Any other component combines the tree of its descendants, in which
// each one occurs once, at its shortest distance.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ComponentInputs } from "./inputs.ts";
import {
  addDifference,
  addSums,
  countChild,
  countLeaf,
  noCounts,
  noSums,
  stateOf,
  summaryOf,
  worst,
  type Health,
  type MutableSums,
  type StateCounts,
  type Sums,
} from "./fold.ts";
import { Expressions } from "./expressions.ts";

export const maxLevels = 10;
/** The height of a component that has a cycle or too many levels below it. */
const tooHigh = maxLevels + 1;
/** Maximum time in milliseconds that other work of the process has to wait. */
const turnMs = 20;

export interface Result {
  health: Health;
  status: string;
  counts: StateCounts;
  sums: Sums;
  /** JSON. */
  summary: string;
}

export interface ComponentNode {
  inputs: ComponentInputs;
  /** The length of the longest path down to a leaf. */
  height: number;
  /** Whether every component below has only one parent, so that adding up the children counts each component once. */
  isTree: boolean;
  result: Result | undefined;
}

export class ComponentGraph {
  readonly nodes = new Map<string, ComponentNode>();
  private readonly children = new Map<string, Set<string>>();
  /**
   * The count differences of each affected component; undefined if parents or costs changed, so that sums have to be
   * computed again.
   */
  private differences: Map<string, MutableSums> | undefined;
  private readonly expressions: Expressions;
  /** Whether an expression of the component that is being computed was postponed. */
  private isNodePostponed = false;

  constructor(expressions = new Expressions()) {
    this.expressions = expressions;
  }

  /** Replaces the inputs of components, removes others, and returns the ids to compute again. */
  apply(changed: readonly ComponentInputs[], gone: readonly string[]): Set<string> {
    const affected = this.withAncestors([...changed.map(({ id }) => id), ...gone]);
    this.differences =
      gone.length === 0 && changed.every((inputs) => this.isSameStructure(inputs)) ? new Map() : undefined;
    if (this.differences) for (const inputs of changed) this.addDifference(this.differences, inputs);
    for (const id of gone) {
      this.unlink(id);
      this.nodes.delete(id);
    }
    for (const inputs of changed) {
      this.unlink(inputs.id);
      const known = this.nodes.get(inputs.id);
      if (known) known.inputs = inputs;
      else this.nodes.set(inputs.id, { inputs, height: 0, isTree: true, result: undefined });
      for (const parent of inputs.parents) {
        const siblings = this.children.get(parent);
        if (siblings) siblings.add(inputs.id);
        else this.children.set(parent, new Set([inputs.id]));
      }
    }
    for (const id of gone) this.expressions.settle(id);
    for (const id of this.withAncestors([...changed.map((inputs) => inputs.id), ...this.expressions.postponed]))
      affected.add(id);
    for (const id of gone) affected.delete(id);
    return affected;
  }

  /** Whether expressions were postponed, so that their components must be computed again. */
  get isPostponed(): boolean {
    return this.expressions.postponed.length > 0;
  }

  /** Computes these components, children before parents. */
  async evaluate(affected: ReadonlySet<string>): Promise<void> {
    this.expressions.begin();
    let turnAt = performance.now();
    if (!this.differences) this.measure(affected);
    const order = [...affected]
      .map((id) => this.nodes.get(id)!)
      .toSorted((one, other) => one.height - other.height || (one.inputs.id < other.inputs.id ? -1 : 1));
    for (const node of order) {
      this.isNodePostponed = false;
      node.result = node.height < tooHigh ? await this.combineChildren(node) : await this.combineDescendants(node);
      if (!this.isNodePostponed) this.expressions.settle(node.inputs.id);
      if (performance.now() - turnAt < turnMs) continue;
      await nextTurn();
      turnAt = performance.now();
    }
  }

  private isSameStructure({ id, parents, sums }: ComponentInputs): boolean {
    const node = this.nodes.get(id);
    return (
      node?.result !== undefined &&
      String(node.inputs.parents) === String(parents) &&
      String(node.inputs.sums.costs) === String(sums.costs)
    );
  }

  /** Adds a component's difference to itself and to each ancestor once. */
  private addDifference(differences: Map<string, MutableSums>, { id, sums }: ComponentInputs): void {
    const difference = noSums();
    addDifference(difference, this.nodes.get(id)!.inputs.sums, sums);
    for (const ancestor of this.withAncestors([id])) {
      const known = differences.get(ancestor);
      if (known) addSums(known, difference);
      else {
        const copy = noSums();
        addSums(copy, difference);
        differences.set(ancestor, copy);
      }
    }
  }

  private unlink(id: string): void {
    for (const parent of this.nodes.get(id)?.inputs.parents ?? []) {
      const siblings = this.children.get(parent);
      siblings?.delete(id);
      if (siblings?.size === 0) this.children.delete(parent);
    }
  }

  private childrenOf(id: string): ComponentNode[] {
    const ids = this.children.get(id);
    return ids ? [...ids].flatMap((child) => this.nodes.get(child) ?? []) : [];
  }

  private withAncestors(ids: readonly string[]): Set<string> {
    const found = new Set(ids.filter((id) => this.nodes.has(id)));
    let level: readonly string[] = [...found];
    for (let distance = 0; distance < maxLevels && level.length > 0; distance += 1) {
      const next: string[] = [];
      for (const id of level)
        for (const parent of this.nodes.get(id)!.inputs.parents) {
          if (found.has(parent) || !this.nodes.has(parent)) continue;
          found.add(parent);
          next.push(parent);
        }
      level = next;
    }
    return found;
  }

  /** Heights grow until they are correct; in a cycle they grow until they exceed the limit. */
  private measure(affected: ReadonlySet<string>): void {
    const nodes = [...affected].map((id) => this.nodes.get(id)!);
    for (const node of nodes) node.height = 0;
    for (let isGrowing = true; isGrowing;) {
      isGrowing = false;
      for (const node of nodes) {
        let height = 0;
        for (const child of this.childrenOf(node.inputs.id)) height = Math.max(height, child.height + 1);
        height = Math.min(height, tooHigh);
        if (height > node.height) {
          node.height = height;
          isGrowing = true;
        }
      }
    }
    for (const node of nodes.toSorted((one, other) => one.height - other.height))
      node.isTree = this.childrenOf(node.inputs.id).every(
        (child) => child.inputs.parents.length === 1 && child.isTree && child.height < node.height,
      );
  }

  private async combineChildren(node: ComponentNode): Promise<Result> {
    const children = this.childrenOf(node.inputs.id).map(({ result }) => result!);
    const sums = noSums();
    if (this.differences && node.result) {
      addSums(sums, node.result.sums);
      addSums(sums, this.differences.get(node.inputs.id) ?? noSums());
      return this.combine(node, node.inputs, children, sums);
    }
    addSums(sums, node.inputs.sums);
    if (node.isTree) for (const child of children) addSums(sums, child.sums);
    else for (const { node: below } of this.walk(node).slice(1)) addSums(sums, below.inputs.sums);
    return this.combine(node, node.inputs, children, sums);
  }

  private async combineDescendants(node: ComponentNode): Promise<Result> {
    const visits = this.walk(node);
    const below = visits.map((): Result[] => []);
    let result: Result | undefined;
    for (let index = visits.length - 1; index >= 0; index -= 1) {
      const { node: current, parent } = visits[index]!;
      const sums = noSums();
      addSums(sums, current.inputs.sums);
      for (const child of below[index]!) addSums(sums, child.sums);
      result = await this.combine(node, current.inputs, below[index]!, sums);
      if (parent !== undefined) below[parent]!.push(result);
    }
    return result!;
  }

  /** The descendants by distance, each once, with the position of the parent below which it was found. */
  private walk(root: ComponentNode): { node: ComponentNode; parent: number | undefined }[] {
    const visits: { node: ComponentNode; parent: number | undefined }[] = [{ node: root, parent: undefined }];
    const seen = new Set([root]);
    let start = 0;
    for (let level = 0; level < maxLevels && start < visits.length; level += 1) {
      const end = visits.length;
      for (let index = start; index < end; index += 1) {
        const found = this.childrenOf(visits[index]!.node.inputs.id).filter((child) => !seen.has(child));
        // The order determines below which of two parents a shared component counts.
        if (root.height === tooHigh) found.sort((one, other) => (one.inputs.id < other.inputs.id ? -1 : 1));
        for (const node of found) {
          seen.add(node);
          visits.push({ node, parent: index });
        }
      }
      start = end;
    }
    return visits;
  }

  /** Computes a component from its own values and its children, within the tree of `root`. */
  private async combine(
    root: ComponentNode,
    inputs: ComponentInputs,
    children: readonly Result[],
    sums: Sums,
  ): Promise<Result> {
    const counts = noCounts();
    for (const child of children) countChild(counts, child.counts);
    const rolled = worst([inputs.ownHealth, ...children.map(({ health }) => health)]);
    const statedOr = (derived: Health) => inputs.statedStatus ?? derived;
    if (inputs.healthExpr === null && inputs.statusExpr === null) {
      const shown = children.length > 0 ? counts : countLeaf(rolled, inputs.statedStatus ?? "");
      const status = statedOr(children.length > 0 ? worst([inputs.ownHealth, stateOf(counts)]) : rolled);
      return { health: rolled, status, counts: shown, sums, summary: JSON.stringify(summaryOf(shown, sums)) };
    }
    // Expressions read the summary; for a leaf, it is the state that the leaf has without expressions.
    const before = children.length > 0 ? counts : countLeaf(rolled, inputs.statedStatus ?? "");
    const values = { summary: { ...before, ...pickSums(sums) }, self: inputs.self ?? {}, checks: inputs.sums.checks };
    const found = await this.expressions.evaluate(root, inputs, values);
    if (found.isPostponed) this.isNodePostponed = true;
    const health = found.health ?? rolled;
    const shown = children.length > 0 ? counts : countLeaf(health, inputs.statedStatus ?? "");
    const derived =
      children.length > 0 && inputs.healthExpr === null ? worst([inputs.ownHealth, stateOf(counts)]) : health;
    const status = found.status ?? statedOr(derived);
    return { health, status, counts: shown, sums, summary: JSON.stringify(summaryOf(shown, sums)) };
  }
}

const pickSums = ({ incidents, insights, checks }: Sums) => ({ incidents, insights, checks });
