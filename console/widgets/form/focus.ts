// Where the focus goes when rows come, and where a form leads who sent it too early.

const controls = "input:not([type=radio]), textarea, select, [role=switch], [role=combobox]";

/** Into the row that was just added, once it is drawn. */
export function focusAdded(list: HTMLElement | null) {
  requestAnimationFrame(() => {
    const rows = list?.querySelectorAll(":scope > [data-row]") ?? [];
    [...rows].at(-1)?.querySelector<HTMLElement>(controls)?.focus();
  });
}

/** To the row that took the place of one that was removed, or to the button that adds one. */
export function focusAfterRemoval(list: HTMLElement | null, index: number) {
  requestAnimationFrame(() => {
    const row = list?.querySelectorAll(":scope > [data-row]")[index];
    (row?.querySelector<HTMLElement>(controls) ?? [...(list?.querySelectorAll("button") ?? [])].at(-1))?.focus();
  });
}

/** Into what was just put there instead of the button that was pressed, or to the button that is there again. */
export const focusInside = (place: Element | null) => focusDrawn(() => place);

/** The same for a place that is about to be drawn. */
export function focusDrawn(find: () => Element | null | undefined) {
  requestAnimationFrame(() => {
    const place = find();
    (controlIn(place) ?? place?.querySelector("button"))?.focus();
  });
}

/** The control of a field, whatever it is made of. */
export const controlIn = (field: Element | null | undefined) => field?.querySelector<HTMLElement>(controls) ?? null;

/**
 * Leads to the first thing in a form that says it is wrong: a text that cannot be read, a key that is there twice, a field
 * with an error. False when there is none.
 */
export function focusFirstWrong(form: HTMLElement): boolean {
  const wrong = [...form.querySelectorAll<HTMLElement>(controls)].find(
    (control) => control.getAttribute("aria-invalid") === "true" || control.matches(":invalid"),
  );
  wrong?.focus();
  return wrong !== undefined;
}
