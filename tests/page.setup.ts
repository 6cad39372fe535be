// Before each file of the console's tests: the page as it is when it was just opened. The files of a worker share the
// document, because making one takes longer than most of them; what one left in it, or in our modules, is gone. Who
// listens to the window stops by himself.
import { vi } from "vitest";

declare const happyDOM: { setURL(url: string): void };

vi.resetModules();
const { documentElement, head, body } = document;
for (const element of [documentElement, head, body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
head.replaceChildren();
body.replaceChildren();
localStorage.clear();
sessionStorage.clear();
happyDOM.setURL("http://localhost:3000/");
