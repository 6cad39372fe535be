// Locators of the connections page, and the fields of its forms.
import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

export const cell = (page: Page, name: string) => page.getByRole("gridcell", { name, exact: true });
export const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
export const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
export const nameField = (form: Locator) => form.getByRole("textbox", { name: "Name", exact: true });

export interface Drawn {
  label: string;
  isRequired: boolean;
  value: string;
}

/** Returns the fields of a form as displayed: label, whether it is required, and value. */
export const renderedFields = (form: Locator): Promise<Drawn[]> =>
  form.locator("[data-field]").evaluateAll((fields) =>
    fields.map((field) => {
      const control = field.querySelector<HTMLInputElement>("input:not([type=radio]), textarea, select");
      const chosen = field.querySelector<HTMLInputElement>("[role=radiogroup] input:checked");
      const on = field.querySelector("[role=switch]")?.getAttribute("aria-checked");
      // A switch has a description next to its label.
      const label = field.querySelector(on ? "[role=switch] > span > span" : "label, span")?.textContent ?? "";
      return {
        label: label.replace(/\*$/, ""),
        isRequired: label.endsWith("*"),
        value: on ?? control?.value ?? chosen?.closest("label")?.textContent ?? "",
      };
    }),
  );
