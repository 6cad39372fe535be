// Focus handling of forms: after rows are added or removed, and after a submit with invalid fields.
import { flushSync } from "react-dom";

const controls = "input:not([type=radio]), textarea, select, [role=switch], [role=combobox]";

/** Renders the handler's changes at once, so that the focus moves before the next key press. */
const render = () => flushSync(() => undefined);

/** Focuses the row that was just added. */
export function focusAdded(list: HTMLElement | null) {
  render();
  const rows = list?.querySelectorAll(":scope > [data-row]") ?? [];
  controlIn([...rows].at(-1))?.focus();
}

/** Focuses the row at the index of the removed row, or the Add button, which an empty list has next to its heading. */
export function focusAfterRemoval(list: HTMLElement | null, index: number) {
  render();
  const row = list?.querySelectorAll(":scope > [data-row]")[index];
  if (row) focusFirst(row);
  else [...(list?.closest("[role=group]")?.querySelectorAll("button") ?? [])].at(-1)?.focus();
}

/** Focuses the control that replaced the pressed button, or the button that reappeared. */
export function focusInside(place: Element | null) {
  render();
  focusFirst(place);
}

/** Like `focusInside`, for an element that is not rendered yet. */
export const focusDrawn = (find: () => Element | null | undefined) =>
  void requestAnimationFrame(() => focusFirst(find()));

const focusFirst = (place: Element | null | undefined) =>
  (controlIn(place) ?? place?.querySelector<HTMLElement>("button"))?.focus();

/**
 * Scrolls the area around an element until the element is at its top. `scrollIntoView` would also move the shell if the
 * area cannot scroll that far.
 */
export function scrollToTop(element: Element, spaceAbove = 0) {
  let area = element.parentElement;
  while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
  if (!area) return;
  area.scrollTop += element.getBoundingClientRect().top - area.getBoundingClientRect().top - spaceAbove;
}

/** The first control of a field. */
export const controlIn = (field: Element | null | undefined) => field?.querySelector<HTMLElement>(controls) ?? null;

/**
 * Focuses the first invalid control of a form: unparsable text, a duplicate key, a field with an error. Returns false
 * if all controls are valid.
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
