// Before each file of the console's tests: the page as it is when it was just opened. The files of a worker share the
// document, because making one takes longer than most of them; what one left in it, or in our modules, is gone. Who
// listens to the window stops by himself.
import pageConsole from "node:console";
import { vi } from "vitest";

declare const happyDOM: { setURL(url: string): void };

// The page's own fetch prints whatever was refused or came to nothing, also what a test meant to: who asked is told.
const quiet = Symbol.for("requests that are given up");
if (!(quiet in pageConsole)) {
  const print = pageConsole.error.bind(pageConsole);
  const isRefused = (said: unknown) => typeof said === "string" && /^[A-Z]+ http:\S+ \d{3} \(/.test(said);
  const isGivenUp = (said: unknown) => (said as { code?: unknown } | undefined)?.code === "ECONNRESET";
  const error = (...said: unknown[]) => void (isRefused(said[0]) || isGivenUp(said[0]) || print(...said));
  Object.assign(pageConsole, { [quiet]: true, error });
}

vi.resetModules();
const { documentElement, head, body } = document;
for (const element of [documentElement, head, body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
head.replaceChildren();
body.replaceChildren();
localStorage.clear();
sessionStorage.clear();
happyDOM.setURL("http://localhost:3000/");
