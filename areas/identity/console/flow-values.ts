// Builds the body that a flow's form sends: the fields as the browser collected them, with dotted names as nested
// objects.

export type FlowValues = Readonly<Record<string, unknown>>;

export function flowValues(form: FormData, checkboxes: ReadonlySet<string>): FlowValues {
  const values: Record<string, unknown> = {};
  // The browser leaves out checkboxes that are not ticked, so they are set to false here.
  for (const name of checkboxes) put(values, name, false);
  for (const [name, value] of form) {
    if (typeof value === "string") put(values, name, checkboxes.has(name) ? true : value);
  }
  return values;
}

function put(values: Record<string, unknown>, name: string, value: unknown) {
  const steps = name.split(".");
  const last = steps.pop();
  // A name such as __proto__ would change every object on the page.
  if (last === undefined || [last, ...steps].some((step) => step === "__proto__")) return;
  let inner = values;
  for (const step of steps) {
    const next = inner[step];
    const object: Record<string, unknown> = isRecord(next) ? next : {};
    inner[step] = object;
    inner = object;
  }
  inner[last] = value;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
