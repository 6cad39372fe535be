import { globSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { colourOf, expect, test } from "./gallery.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const editor = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const suggestions = (page: Page) => page.getByRole("listbox", { name: "Completions" });
const tooltip = (page: Page) => page.locator(".cm-docs");
const status = (page: Page) => page.locator("figure [role=status]").first();

/** Returns the whole text of an editor, in the same form as a copy by a person. */
const textOf = (page: Page, name: string) =>
  editor(page, name).evaluate((content) =>
    [...content.querySelectorAll(".cm-line")].map(({ textContent }) => textContent).join("\n"),
  );

/** Records everything announced to screen readers from now on, because announcements are removed after a moment. */
async function hear(page: Page): Promise<() => Promise<string>> {
  const announced = await page.locator(".cm-announced").evaluateHandle((place) => {
    const words: string[] = [];
    new MutationObserver(() => words.push(place.textContent ?? "")).observe(place, { childList: true, subtree: true });
    return words;
  });
  return () => announced.evaluate((words) => words.join("\n"));
}

async function open(page: Page, state: string, name: string) {
  await page.goto(`/_gallery/code-editor/${state}`);
  await editor(page, name).focus();
}

test.describe("suggestions", () => {
  test("suggestions contain the keys allowed at a position, insert required parts, and continue with values", async ({
    page,
  }) => {
    await open(page, "empty", "Empty");
    await page.keyboard.type("na");
    await expect(suggestions(page).getByRole("option")).toHaveText(["nametext"]);
    await page.keyboard.press("Enter");
    await page.keyboard.type("shop\nche");
    await expect(suggestions(page).getByRole("option").first()).toContainText("checks");
    await page.keyboard.press("Tab");
    await expect.poll(() => textOf(page, "Empty")).toBe("name: shop\nchecks:\n  - type: http\n    url: ");
    await page.keyboard.type("x\nm");
    await expect(suggestions(page).getByRole("option")).toHaveText([/^method/]);
    await page.keyboard.press("Enter");
    // For a key with an enumeration the values are offered at once.
    await expect(suggestions(page).getByRole("option")).toHaveText(["GETdefault", "HEAD", "POST"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => textOf(page, "Empty")).toMatch(/\n {4}method: HEAD$/);
  });

  test("open by a shortcut, show documentation, and have no axe violation in either theme", async ({ page }) => {
    await open(page, "empty", "Empty");
    await page.keyboard.press("Control+Space");
    await expect(suggestions(page).getByRole("option")).toHaveText([
      /^name/,
      /^checks/,
      /^interval/,
      /^severity/,
      /^paused/,
      /^labels/,
      /^owner/,
    ]);
    await expect(tooltip(page)).toContainText("The name that every page shows.");
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeFindings(page, { onlyColours: true })).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(suggestions(page)).toBeHidden();
  });

  test("work in JSON as in YAML", async ({ page }) => {
    await open(page, "json", "Answer");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    await page.keyboard.type('\n"sev');
    await expect(suggestions(page).getByRole("option")).toHaveText([/^severity/]);
    await page.keyboard.press("Enter");
    await expect(suggestions(page).getByRole("option")).toHaveText([/^medium/, "info", "low", "high", "critical"]);
    await page.keyboard.press("Enter");
    await expect.poll(() => textOf(page, "Answer")).toMatch(/^\{\n {2}"severity": "medium"/);
  });
});

test("documentation appears on hover and by a shortcut", async ({ page }) => {
  await open(page, "yaml", "Spec");
  await page.getByText("interval", { exact: true }).hover();
  await expect(tooltip(page)).toContainText("The number of seconds between two runs.");
  await expect(tooltip(page)).toContainText("whole number");
  expect(await axeFindings(page)).toEqual([]);
  await page.mouse.move(0, 0);
  await expect(tooltip(page)).toBeHidden();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  const heard = await hear(page);
  await page.keyboard.press("Control+i");
  await expect(tooltip(page)).toContainText("The name that every page shows");
  await expect.poll(heard).toContain("The name that every page shows");
  await page.keyboard.press("Escape");
  await expect(tooltip(page)).toBeHidden();
});

test.describe("problems", () => {
  test("WG-62 YAML errors are reported in the log, at the line and below the editor", async ({ page }) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await open(page, "yaml", "Spec");
    await expect(status(page)).toBeEmpty();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("name: twice\n");
    await expect(status(page)).toHaveText("Line 3: Duplicate key.");
    await expect(page.locator(".cm-lintRange-error")).toHaveText("name");
    await expect(editor(page, "Spec")).toHaveAttribute("aria-invalid", "true");
    expect(logged).toContain("Invalid YAML in Spec, line 3: Duplicate key.");
    await status(page).getByRole("button").click();
    await expect(editor(page, "Spec")).toBeFocused();
    await page.keyboard.press("Backspace");
    await page.keyboard.type("paused");
    await expect(status(page)).toHaveText(/^Line 3: paused: /);
  });

  test("can be visited one by one, and an unknown key is fixed with one click", async ({ page }) => {
    await open(page, "with-warnings", "With warnings");
    await expect(status(page)).toHaveText('Line 2: Unknown field "intervall"; did you mean "interval"?');
    await page.getByRole("button", { name: "Next problem" }).click();
    await expect(status(page)).toHaveText(/^Line 3: severity: Must be one of/);
    await page.getByText("intervall", { exact: true }).hover();
    await page.getByRole("button", { name: "Change to interval" }).click();
    await expect.poll(() => textOf(page, "With warnings")).toContain("\ninterval: 30\n");
    await expect(page.getByText(/^\d of \d$/)).toBeHidden();
  });

  test("reported by the server are shown at their position", async ({ page }) => {
    await open(page, "refused-by-the-server", "Refused");
    await expect(status(page)).toHaveText("Line 7: email: No person has this address.");
  });
});

test.describe("the text of an editor", () => {
  test("is formatted by button and by shortcut, keeping comments, unless it is invalid", async ({ page }) => {
    await open(page, "yaml", "Spec");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    await page.keyboard.type("\npaused:      true   # for now");
    const untidy = await textOf(page, "Spec");
    expect(untidy).toContain("paused:      true   # for now");
    await page.getByRole("button", { name: "Format" }).click();
    await expect.poll(() => textOf(page, "Spec")).toContain("\npaused: true # for now\n");
    await editor(page, "Spec").focus();
    await page.keyboard.press("Control+z");
    await expect.poll(() => textOf(page, "Spec")).toBe(untidy);
    await page.keyboard.press("Shift+Alt+F");
    await expect.poll(() => textOf(page, "Spec")).toContain("\npaused: true # for now\n");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("broken: [\n");
    const broken = await textOf(page, "Spec");
    const heard = await hear(page);
    await page.getByRole("button", { name: "Format" }).click();
    await expect.poll(heard).toContain("Invalid text cannot be formatted.");
    expect(await textOf(page, "Spec")).toBe(broken);
  });

  test("is compared with the saved version side by side, can be edited there, and a change can be reverted", async ({
    page,
  }) => {
    await open(page, "changed", "Changed");
    await page.keyboard.press("Control+End");
    // The text is inserted at once, because slow typing would be undone in several steps.
    await page.keyboard.insertText("paused: true");
    await page.getByRole("button", { name: "Changes" }).click();
    const saved = editor(page, "Changed, saved version");
    await expect(saved.locator(".cm-changedLine")).toHaveText(["interval: 30", "    responseCodes: [200, 204]"]);
    await expect(editor(page, "Changed").locator(".cm-changedLine")).toHaveText(["interval: 60", "paused: true"]);
    await expect(saved).toHaveAttribute("aria-readonly", "true");
    const [left, right] = await Promise.all([saved.boundingBox(), editor(page, "Changed").boundingBox()]);
    expect(left!.x + left!.width).toBeLessThan(right!.x);
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeFindings(page, { onlyColours: true })).toEqual([]);

    // Undo covers changes made before and after the comparison opened.
    await editor(page, "Changed").focus();
    await page.keyboard.press("Control+z");
    await expect(editor(page, "Changed").locator(".cm-changedLine")).toHaveText(["interval: 60"]);
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("# first");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Restore" }).nth(1).click();
    await expect(saved.locator(".cm-changedLine")).toHaveText(["    responseCodes: [200, 204]"]);

    // On a narrow screen there is one column.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(saved).toBeHidden();
    await expect(page.locator(".cm-deletedChunk").last()).toContainText("responseCodes");
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(saved).toBeVisible();
    await page.getByRole("button", { name: "Changes" }).click();
    await expect(saved).toBeHidden();
    await expect.poll(() => textOf(page, "Changed")).toMatch(/^# first\n# The front page[^]*\ninterval: 30\n/);
    await editor(page, "Changed").focus();
    // The three undo steps restore the chunk, the line and its words.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z");
    await expect.poll(() => textOf(page, "Changed")).toMatch(/^# The front page[^]*\ninterval: 60\n/);
  });

  test("is compared with the saved version inline, and a change can be reverted", async ({ page }) => {
    await open(page, "changed", "Changed");
    await page.getByRole("button", { name: "Changes" }).click();
    await page.getByRole("button", { name: "Inline" }).click();
    await expect(page.locator(".cm-deletedChunk")).toHaveCount(2);
    await expect(page.locator(".cm-deletedChunk").first()).toContainText("interval: 30");
    await expect(page.locator(".cm-changedLine")).toHaveText(["interval: 60"]);
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeFindings(page, { onlyColours: true })).toEqual([]);
    await page.getByRole("button", { name: "Restore" }).first().click();
    await expect(page.locator(".cm-deletedChunk")).toHaveCount(1);
    await page.getByRole("button", { name: "Changes" }).click();
    await expect(page.locator(".cm-deletedChunk")).toHaveCount(0);
    await expect.poll(() => textOf(page, "Changed")).toContain("\ninterval: 30\n");
  });

  test("can be searched, even if it is read-only", async ({ page }) => {
    await open(page, "read-only", "Managed elsewhere");
    const before = await textOf(page, "Managed elsewhere");
    await page.keyboard.type("x");
    await page.keyboard.press("Enter");
    expect(await textOf(page, "Managed elsewhere")).toBe(before);
    await expect(editor(page, "Managed elsewhere")).toHaveAttribute("aria-readonly", "true");
    await expect(page.getByRole("button", { name: "Format" })).toHaveCount(0);
    await page.getByRole("button", { name: "Find in the editor" }).click();
    const search = page.getByRole("search");
    await page.keyboard.type("shop");
    await expect(search.getByRole("status")).toHaveText("– of 4");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(search.getByRole("status")).toHaveText("2 of 4");
    await expect(search.getByRole("textbox")).toHaveCount(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(search).toBeHidden();
  });

  test("a text with five thousand lines can be edited, and only the visible part is rendered", async ({ page }) => {
    await open(page, "five-thousand-lines", "Long");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("severity: crit");
    await expect(suggestions(page).getByRole("option")).toHaveText(["critical"]);
    await page.keyboard.press("Enter");
    await expect(page.locator(".cm-line", { hasText: "severity: critical" })).toBeInViewport();
    expect(await page.locator(".cm-line").count()).toBeLessThan(150);
    await page.keyboard.type("\nname: twice");
    await expect(status(page)).toHaveText("Line 5004: Duplicate key.");
    // The text is parsed in a worker, so that typing does not wait.
    expect(page.workers()).toHaveLength(1);
  });

  test("can be replaced completely, and brackets surround a selection", async ({ page }) => {
    await open(page, "yaml", "Spec");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("name: other\npaused: true");
    await expect.poll(() => textOf(page, "Spec")).toBe("name: other\npaused: true");
    await expect(page.getByText("true", { exact: true })).toHaveCSS("color", await colourOf(page, "code-number"));
    await page.keyboard.press("Control+a");
    await page.keyboard.type("[");
    await expect.poll(() => textOf(page, "Spec")).toBe("[name: other\npaused: true]");
    await page.keyboard.type("x");
    await expect.poll(() => textOf(page, "Spec")).toBe("[x]");
  });
});

test.describe("the keyboard", () => {
  test("leaves the editor with Escape and Tab, and screen readers announce this", async ({ page }) => {
    await open(page, "yaml", "Spec");
    await expect(editor(page, "Spec")).toHaveAccessibleDescription(/Press Escape, then Tab, to leave the editor/);
    const hint = page.getByText("Esc, then Tab leaves the editor");
    await expect(hint).toBeVisible();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Tab");
    expect(await textOf(page, "Spec")).toMatch(/^ {2}# The front page/);
    await page.keyboard.press("Shift+Tab");
    const heard = await hear(page);
    await page.keyboard.press("Escape");
    await expect.poll(heard).toContain("The Tab key now leaves the editor.");
    await expect(page.getByText("Tab leaves the editor", { exact: true })).toBeVisible();
    // Any other key cancels the Escape.
    await page.keyboard.press("ArrowRight");
    await expect(hint).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("button", { name: "Copy Spec" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(editor(page, "Spec")).toBeFocused();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect(editor(page, "Spec")).not.toBeFocused();
    expect(await textOf(page, "Spec")).toMatch(/^# The front page/);
  });

  test("does not trigger page shortcuts while a person types in the editor", async ({ page }) => {
    await open(page, "empty", "Empty");
    await page.evaluate(() => {
      const heard: string[] = [];
      addEventListener("keydown", ({ key }) => heard.push(key));
      Object.assign(globalThis, { heard });
    });
    await page.keyboard.type("/g?");
    await page.keyboard.press("Control+k");
    const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
    // Key combinations with Control reach the page.
    expect(await heard()).toEqual(["Control", "k"]);
    // Escape reaches the page once it has no effect in the editor.
    const announcements = await hear(page);
    await page.keyboard.press("Escape");
    expect(await heard()).toEqual(["Control", "k"]);
    await expect(async () => {
      await page.keyboard.press("Escape");
      expect((await heard()).at(-1)).toBe("Escape");
    }).toPass();
    await expect.poll(announcements).toContain("The Tab key now leaves the editor.");
  });
});

test.describe("the form and the code", () => {
  const choose = (page: Page, mode: "Form" | "Code") => page.getByText(mode, { exact: true }).first().click();
  const value = (page: Page) => page.getByRole("region", { name: "Value" });

  test("edit the same value: the form keeps comments, and the code contains the form's values", async ({ page }) => {
    await page.goto("/_gallery/form-or-code/editable");
    await page.getByLabel("Name", { exact: false }).first().fill("store");
    await choose(page, "Code");
    await expect.poll(() => textOf(page, "Spec")).toMatch(/^name: store\ninterval: 30\n/);
    await editor(page, "Spec").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# Why it is here\npaused:   true # until Monday\n");
    await expect(value(page)).toContainText("paused: true");
    await choose(page, "Form");
    await expect(page.getByRole("switch", { name: /Paused/ })).toBeChecked();
    await page.getByLabel("Name", { exact: false }).first().fill("shop");
    await choose(page, "Code");
    await expect
      .poll(() => textOf(page, "Spec"))
      .toMatch(/^# Why it is here\npaused: {3}true # until Monday\nname: shop\ninterval: 30\n/);
    // The choice applies to every page.
    await page.reload();
    await expect(editor(page, "Spec")).toBeVisible();
  });

  test("keep invalid code and stay in code mode until it is valid", async ({ page }) => {
    await page.goto("/_gallery/form-or-code/editable");
    await choose(page, "Code");
    await editor(page, "Spec").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.type("paused true");
    const typed = await textOf(page, "Spec");
    await choose(page, "Form");
    await expect(page.getByRole("alert")).toHaveText(
      "Line 1 of the YAML is invalid: A colon and a value are missing here. Fix it before you switch to the form.",
    );
    await expect(page.getByText("Cannot be saved. Line 1 of the YAML is invalid")).toBeVisible();
    await expect(value(page)).not.toContainText("paused");
    expect(await textOf(page, "Spec")).toBe(typed);
    expect(await axeFindings(page)).toEqual([]);
    await editor(page, "Spec").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Shift+End");
    await page.keyboard.type("paused: true");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await choose(page, "Form");
    await expect(page.getByRole("switch", { name: /Paused/ })).toBeChecked();
  });
});

test.describe("the script of the editor", () => {
  test.use({ provoked: [/Failed to load resource/] });
  test("loads after a placeholder of the same height, and is loaded again after a failure", async ({ page }) => {
    let isDown = true;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route("**/assets/open-editor-*.js", async (route) => {
      await held;
      await (isDown ? route.abort() : route.continue());
    });
    await page.goto("/_gallery/code-editor/yaml");
    const frame = page.getByRole("figure", { name: "Spec" });
    await expect(page.getByRole("status", { name: "Loading Spec" })).toBeVisible();
    const before = await frame.boundingBox();
    letGo();
    await expect(page.getByRole("alert")).toContainText("The editor could not be loaded.");
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(editor(page, "Spec")).toBeVisible();
    expect(await frame.boundingBox()).toEqual(before);
  });
});

test.describe("the initial scripts of a page", () => {
  const read = (path: string) => readFileSync(path, "utf8");
  /** Returns the scripts that the page references, and their static imports. */
  function firstScripts(folder: string, page: string): Set<string> {
    const scripts = new Set([...read(`${folder}/${page}`).matchAll(/assets\/[\w.-]+\.js/g)].map(([path]) => path));
    for (const path of scripts)
      for (const [, name] of read(`${folder}/${path}`).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
        scripts.add(`assets/${name}`);
    return scripts;
  }
  // Strings of CodeMirror and the YAML parser that minifiers keep.
  const isEditor = (path: string) => /cm-lineNumbers|BLOCK_AS_IMPLICIT_KEY/.test(read(path));

  for (const folder of ["dist/gallery", "dist/console"]) {
    test(`do not contain the editor in ${folder}`, () => {
      const first = [...firstScripts(folder, "index.html")].map((path) => `${folder}/${path}`);
      expect(first.length).toBeGreaterThan(1);
      expect(first.filter(isEditor)).toEqual([]);
    });
  }

  test("leave the editor to a separate script", () => {
    expect(globSync("dist/gallery/assets/*.js").some(isEditor)).toBe(true);
  });
});

test("an expression shows its error with its position and suggests functions, and Tab leaves the field", async ({
  page,
}) => {
  await page.goto("/_gallery/expression-field/wrong");
  const wrong = page.getByRole("textbox", { name: "Wrong" });
  await expect(page.getByText("Line 2, column 3: There is no function abrev. Did you mean abbrev?")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  // F8 goes to the error and offers a fix.
  await wrong.focus();
  await page.keyboard.press("F8");
  await page.getByRole("button", { name: "Change to abbrev" }).click();
  await expect(wrong).toContainText("abbrev(i.name)");
  await expect(page.getByText("There is no function abrev")).toHaveCount(0);

  await page.goto("/_gallery/expression-field/empty");
  const empty = page.getByRole("textbox", { name: "Empty" });
  await empty.focus();
  await page.keyboard.type("math.Ad");
  await expect(page.getByRole("option", { name: /math\.Add/ })).toBeVisible();
  await expect(page.getByText("Adds numbers")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(empty).toHaveText("math.Add");
  await empty.getByText("math.Add").hover({ position: { x: 30, y: 10 } });
  await expect(page.getByText("math.Add(any, …)")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(empty).not.toBeFocused();

  await page.goto("/_gallery/expression-field/read-only");
  await page.getByRole("textbox", { name: "Managed elsewhere" }).focus();
  await page.keyboard.type("x");
  await expect(page.getByRole("textbox", { name: "Managed elsewhere" })).toHaveText("code == 200");
});
