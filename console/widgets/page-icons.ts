// The icons that only a few pages draw. A module that draws one of them imports this file, so that the other pages do
// not load them.
import { addIcons } from "./Icon.tsx";
import pageIcons from "./icons/page.json" with { type: "json" };

addIcons(pageIcons);
