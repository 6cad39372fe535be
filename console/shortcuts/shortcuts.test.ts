import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keyOf, printKeys } from "./keys.ts";
import { hearKeys, type Shortcut, Shortcuts } from "./shortcuts.ts";

const shortcut = (keys: string, run: () => void = () => {}): Shortcut => ({ keys, label: keys, group: "Test", run });

describe("key sequences", () => {
  const done: string[] = [];
  const all = new Shortcuts();
  const run = (name: string) => () => void done.push(name);
  all.add([shortcut("?", run("help")), shortcut("g h", run("health")), shortcut("g c", run("catalog"))]);
  beforeEach(() => void (done.length = 0));

  test("runs the shortcut of a key and ignores other keys", () => {
    expect(all.press("?", 0)).toBe(true);
    expect(all.press("h", 0)).toBe(false);
    expect(done).toEqual(["help"]);
  });

  test("two keys form a sequence if the second follows soon enough", () => {
    expect([all.press("g", 0), all.press("h", 1400)]).toEqual([true, true]);
    expect([all.press("g", 5000), all.press("h", 6500)]).toEqual([true, false]);
    expect(done).toEqual(["health"]);
  });

  test("a second key that does not continue a key sequence is handled as a separate key", () => {
    all.press("g", 0);
    expect(all.press("x", 10)).toBe(false);
    expect(all.press("h", 20)).toBe(false);
    all.press("g", 30);
    all.press("?", 40);
    all.press("g", 50);
    all.press("g", 60);
    all.press("c", 70);
    expect(done).toEqual(["help", "catalog"]);
  });
});

test("the latest registration of a key is used until it is removed", () => {
  const done: string[] = [];
  const all = new Shortcuts();
  const listener = vi.fn<() => void>();
  all.subscribe(listener);
  all.add([shortcut("n", () => void done.push("shell"))]);
  const release = all.add([shortcut("n", () => void done.push("page"))]);
  all.press("n", 0);
  release();
  all.press("n", 0);
  expect(done).toEqual(["page", "shell"]);
  expect(listener).toHaveBeenCalledTimes(3);
  expect(all.known().map(({ keys }) => keys)).toEqual(["n"]);
});

describe("a pressed key", () => {
  const all = new Shortcuts();
  const run = vi.fn<(keys: string) => void>();
  all.add(["?", "/", "mod+k", "g h"].map((keys) => shortcut(keys, () => run(keys))));
  let stop: () => void;
  beforeEach(() => {
    run.mockClear();
    stop = hearKeys(all);
  });
  afterEach(() => {
    stop();
    document.body.innerHTML = "";
  });

  const press = (html: string, init: KeyboardEventInit) => {
    document.body.innerHTML = html;
    const target = document.querySelector("[data-here]") ?? document.body;
    const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };

  test.each([
    ["on the page", "<main data-here></main>"],
    ["on a button", "<button data-here></button>"],
    ["on a checkbox", '<input type="checkbox" data-here>'],
    ["in a cell", '<table role="grid"><tr><td tabindex="0" data-here></td></tr></table>'],
    ["on an element that is not editable", '<p contenteditable="false" data-here></p>'],
  ])("%s is handled", (_, html) => {
    expect(press(html, { key: "?" })).toBe(true);
    expect(run).toHaveBeenCalledExactlyOnceWith("?");
  });

  test.each([
    ["a field", "<input data-here>"],
    ["a text", "<textarea data-here></textarea>"],
    ["a select", "<select data-here></select>"],
    ["an editor", '<div contenteditable="true"><p data-here></p></div>'],
    ["an open menu", '<div role="menu"><div role="menuitem" data-here></div></div>'],
    ["a dialog", '<div role="dialog"><button data-here></button></div>'],
    ["a native dialog", "<dialog><button data-here></button></dialog>"],
  ])("inside %s is ignored", (_, html) => {
    expect(press(html, { key: "?" })).toBe(false);
    expect(run).not.toHaveBeenCalled();
  });

  test("a shortcut with Ctrl is handled in a field, but not in a dialog over the page", () => {
    expect(press("<input data-here>", { key: "k", ctrlKey: true })).toBe(true);
    expect(press('<div role="dialog"><input data-here></div>', { key: "k", ctrlKey: true })).toBe(false);
    expect(run).toHaveBeenCalledExactlyOnceWith("mod+k");
  });

  test.each<[string, KeyboardEventInit]>([
    ["held down", { key: "?", repeat: true }],
    ["during composition", { key: "?", isComposing: true }],
    ["with Alt", { key: "?", altKey: true }],
    ["with Ctrl, if it is registered without", { key: "/", ctrlKey: true }],
    ["without Ctrl, if it is registered with it", { key: "k" }],
    ["as a key without a character", { key: "F1" }],
  ])("%s is ignored", (_, init) => {
    expect(press("", init)).toBe(false);
    expect(run).not.toHaveBeenCalled();
  });

  test("a pressed key is ignored after the listener is removed", () => {
    stop();
    expect(press("", { key: "?" })).toBe(false);
  });
});

const keyboard = (init: KeyboardEventInit) => keyOf(new KeyboardEvent("keydown", init));

test("a keyboard without Latin letters has the same shortcuts", () => {
  expect(keyboard({ key: "п", code: "KeyG" })).toBe("g");
  expect(keyboard({ key: "л", code: "KeyK", ctrlKey: true })).toBe("mod+k");
  expect(keyboard({ key: "é", code: "Digit2" })).toBeUndefined();
});

test("uses Command on a Mac, where Ctrl edits text", () => {
  const keys = { key: "k", code: "KeyK" };
  expect([keyboard({ ...keys, ctrlKey: true }), keyboard({ ...keys, metaKey: true })]).toEqual(["mod+k", undefined]);
  expect(printKeys("mod+k")).toEqual(["Ctrl", "K"]);
  vi.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
  expect([keyboard({ ...keys, ctrlKey: true }), keyboard({ ...keys, metaKey: true })]).toEqual([undefined, "mod+k"]);
  expect(printKeys("mod+k")).toEqual(["⌘", "K"]);
});

test.each([
  ["g h", ["G", "H"]],
  ["?", ["?"]],
  ["ArrowUp ArrowDown", ["↑", "↓"]],
  ["Enter", ["↵"]],
  ["Space", ["Space"]],
])("%s is printed as %j", (keys, printed) => expect(printKeys(keys)).toEqual(printed));
