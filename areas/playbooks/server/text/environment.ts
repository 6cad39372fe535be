// The variables and functions of the templates and expressions of a run.
import { templateHelpers } from "#areas/notifications/server/index.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { headerMap } from "#lib/expression/header-map.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** An earlier action of the same run, as getAction returns it; the last entry of an action is its latest attempt. */
export interface EarlierAction extends Fields {
  name: string;
  status: string;
  result: unknown;
  error: string | null;
  /** Whether the action exceeded its time limit. */
  timed_out?: boolean | undefined;
}

export interface EnvironmentParts {
  /** The selected resource: its row as JSON. `around` are related rows, such as the canary of a check. */
  resource?: { kind: "config" | "component" | "check"; row: Fields; around?: Fields } | undefined;
  /** The typed values of the parameters (parameters/chosen.ts). */
  params?: Fields;
  /** The variables of the playbook, with their references resolved. */
  env?: Fields;
  run?: Fields;
  action?: Fields;
  playbook?: Fields;
  /** The person who started the run. */
  user?: Fields | undefined;
  /** The agent that owns the resource. */
  agent?: Fields | undefined;
  /** The webhook request that started the run. */
  request?: Fields | undefined;
  /** The GitOps source of the config item. */
  git?: Fields;
  /** All tag keys of the catalog. */
  tagKeys?: readonly string[];
}

/** The value of skip(). */
export const skipValue = "skip()";

/** The error message in a plan for an expression that depends on the results of earlier actions. */
export const decidedAtRunTime = "This is decided at run time, because it depends on the results of earlier actions.";

/** Returns the variables by name. */
export function environmentOf(parts: EnvironmentParts): Fields {
  const { resource } = parts;
  const row = resource?.row ?? {};
  const own = isFields(row["tags"]) ? row["tags"] : {};
  return {
    ...tagVariables(parts.tagKeys ?? [], own),
    config: {},
    component: {},
    check: {},
    ...(resource && { ...resource.around, [resource.kind]: row }),
    name: row["name"] ?? "",
    status: row["status"] ?? "",
    // For a check, the status is its health.
    health: row["health"] ?? (resource?.kind === "check" ? row["status"] : undefined) ?? "",
    labels: row["labels"] ?? {},
    tags: own,
    params: parts.params ?? {},
    env: parts.env ?? {},
    run: parts.run ?? {},
    action: parts.action ?? {},
    playbook: parts.playbook ?? {},
    user: parts.user ?? {},
    agent: parts.agent ?? {},
    request: requestOf(parts.request),
    git: parts.git ?? {},
  };
}

/**
 * Adds the functions. `earlier` are the actions that have ended, in order; undefined in a plan, where their results are
 * not known yet.
 */
export const withFunctions = (values: Fields, earlier: readonly EarlierAction[] | undefined): Fields => ({
  ...values,
  ...templateHelpers,
  ...functionsOf(earlier),
});

/** Restores the variables that an agent has received as JSON. */
export const receivedEnvironment = (values: Fields): Fields => ({
  ...values,
  request: requestOf(isFields(values["request"]) ? values["request"] : undefined),
});

/** Header names are case-insensitive. */
function requestOf(request: Fields | undefined): Fields {
  if (request === undefined) return {};
  return isFields(request["headers"]) ? { ...request, headers: headerMap(request["headers"]) } : request;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Every tag key of the catalog is a variable, so that an expression for many resources can use tags that some do not
 * have.
 */
function tagVariables(keys: readonly string[], own: Fields): Fields {
  const names = [...keys, ...Object.keys(own)].filter((key) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(key));
  return Object.fromEntries(names.map((key) => [key, Object.hasOwn(own, key) ? own[key] : ""]));
}

function functionsOf(earlier: readonly EarlierAction[] | undefined): Fields {
  const known = () => {
    if (earlier === undefined) throw new ExpressionFault(decidedAtRunTime);
    return earlier;
  };
  /** An action that succeeded in a retry did not fail. */
  const latest = () => [...new Map(known().map((action) => [action.name, action])).values()];
  const isFailed = () => latest().some(({ status }) => status === "failed");
  return {
    getAction(name: unknown) {
      const found = known().findLast((action) => action.name === name);
      if (!found) throw new ExpressionFault(`No action ${JSON.stringify(name)} ran before this one.`);
      return found;
    },
    getLastAction: () => known().at(-1) ?? {},
    always: () => true,
    success: () => !isFailed(),
    failure: () => isFailed(),
    timeout: () => latest().some((action) => action.timed_out === true),
    skip: () => skipValue,
  };
}
