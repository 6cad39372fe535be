import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keyOf, printKeys } from "./keys.ts";
import { hearKeys, type Shortcut, Shortcuts } from "./shortcuts.ts";

const shortcut = (keys: string, run: () => void = () => {}): Shortcut => ({ keys, label: keys, group: "Test", run });

describe("keys after each other", () => {
  const done: string[] = [];
  const all = new Shortcuts();
  const run = (name: string) => () => void done.push(name);
  all.add([shortcut("?", run("help")), shortcut("g h", run("health")), shortcut("g c", run("catalog"))]);
  beforeEach(() => void (done.length = 0));

  test("one key does what it claims, another nothing", () => {
    expect(all.press("?", 0)).toBe(true);
    expect(all.press("h", 0)).toBe(false);
    expect(done).toEqual(["help"]);
  });

  test("two keys are one when the second comes soon", () => {
    expect([all.press("g", 0), all.press("h", 1400)]).toEqual([true, true]);
    expect([all.press("g", 5000), all.press("h", 6500)]).toEqual([true, false]);
    expect(done).toEqual(["health"]);
  });

  test("a second key that belongs to nothing counts for itself", () => {
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

test("the one who claims keys last has them, until it lets go", () => {
  const done: string[] = [];
  const all = new Shortcuts();
  const heard = vi.fn<() => void>();
  all.subscribe(heard);
  all.add([shortcut("n", () => void done.push("shell"))]);
  const letGo = all.add([shortcut("n", () => void done.push("page"))]);
  all.press("n", 0);
  letGo();
  all.press("n", 0);
  expect(done).toEqual(["page", "shell"]);
  expect(heard).toHaveBeenCalledTimes(3);
  expect(all.known().map(({ keys }) => keys)).toEqual(["n"]);
});

describe("what is pressed", () => {
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
    ["on what says it is not edited", '<p contenteditable="false" data-here></p>'],
  ])("%s counts", (_, html) => {
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
    ["the drawer", "<dialog><button data-here></button></dialog>"],
  ])("inside %s is not ours", (_, html) => {
    expect(press(html, { key: "?" })).toBe(false);
    expect(run).not.toHaveBeenCalled();
  });

  test("with Ctrl counts in a field, too, and not in a window over the page", () => {
    expect(press("<input data-here>", { key: "k", ctrlKey: true })).toBe(true);
    expect(press('<div role="dialog"><input data-here></div>', { key: "k", ctrlKey: true })).toBe(false);
    expect(run).toHaveBeenCalledExactlyOnceWith("mod+k");
  });

  test.each<[string, KeyboardEventInit]>([
    ["held down", { key: "?", repeat: true }],
    ["while a letter is composed", { key: "?", isComposing: true }],
    ["with Alt", { key: "?", altKey: true }],
    ["with Ctrl, where it is claimed without", { key: "/", ctrlKey: true }],
    ["without Ctrl, where it is claimed with", { key: "k" }],
    ["as a key that types nothing", { key: "F1" }],
  ])("%s does nothing", (_, init) => {
    expect(press("", init)).toBe(false);
    expect(run).not.toHaveBeenCalled();
  });

  test("is heard no more when it is over", () => {
    stop();
    expect(press("", { key: "?" })).toBe(false);
  });
});

const keyboard = (init: KeyboardEventInit) => keyOf(new KeyboardEvent("keydown", init));

test("a keyboard without Latin letters has the same keys", () => {
  expect(keyboard({ key: "п", code: "KeyG" })).toBe("g");
  expect(keyboard({ key: "л", code: "KeyK", ctrlKey: true })).toBe("mod+k");
  expect(keyboard({ key: "é", code: "Digit2" })).toBeUndefined();
});

test("on a Mac it is Command, and Ctrl is left to the text", () => {
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
])("%s is written %j", (keys, printed) => expect(printKeys(keys)).toEqual(printed));
