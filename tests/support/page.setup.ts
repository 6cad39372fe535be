// Resets the page before each file of console tests. The files of a worker share one document, because creating a
// document takes longer than most files; contents, storage and modules of the previous file are cleared. Listeners on
// the window must be removed by the code that added them.
import pageConsole from "node:console";
import { vi } from "vitest";

declare const happyDOM: { setURL(url: string): void };

// happy-dom's fetch prints every rejected or aborted request, even if a test provokes it. The caller receives the error
// in any case, so the messages are dropped.
const quiet = Symbol.for("messages of aborted requests");
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
