// Focus handling of forms: after rows are added or removed, and after a submit with invalid fields.

const controls = "input:not([type=radio]), textarea, select, [role=switch], [role=combobox]";

/** Focuses the row that was just added, once it is rendered. */
export function focusAdded(list: HTMLElement | null) {
  requestAnimationFrame(() => {
    const rows = list?.querySelectorAll(":scope > [data-row]") ?? [];
    [...rows].at(-1)?.querySelector<HTMLElement>(controls)?.focus();
  });
}

/** Focuses the row at the index of the removed one, or the Add button. */
export function focusAfterRemoval(list: HTMLElement | null, index: number) {
  requestAnimationFrame(() => {
    const row = list?.querySelectorAll(":scope > [data-row]")[index];
    (row?.querySelector<HTMLElement>(controls) ?? [...(list?.querySelectorAll("button") ?? [])].at(-1))?.focus();
  });
}

/** Focuses the control that replaced the pressed button, or the button that is back. */
export const focusInside = (place: Element | null) => focusDrawn(() => place);

/** Like `focusInside`, for an element that is not rendered yet. */
export function focusDrawn(find: () => Element | null | undefined) {
  requestAnimationFrame(() => {
    const place = find();
    (controlIn(place) ?? place?.querySelector("button"))?.focus();
  });
}

/** The first control of a field. */
export const controlIn = (field: Element | null | undefined) => field?.querySelector<HTMLElement>(controls) ?? null;

/**
 * Focuses the first invalid control of a form: unparsable text, a duplicate key, a field with an error. Returns false if
 * there is none.
 */
export function focusFirstWrong(form: HTMLElement): boolean {
  const wrong = [...form.querySelectorAll<HTMLElement>(controls)].find(
    (control) => control.getAttribute("aria-invalid") === "true" || control.matches(":invalid"),
  );
  wrong?.focus();
  return wrong !== undefined;
}

/** Like `focusFirstWrong`, for errors that are not rendered yet. */
export const focusFirstWrongLater = (form: HTMLElement) => void requestAnimationFrame(() => focusFirstWrong(form));
