// The icons that only a few pages use. A module that uses such an icon imports this file, so that other pages do not
// load these icons.
import { addIcons } from "./Icon.tsx";
import pageIcons from "./icons/page.json" with { type: "json" };

addIcons(pageIcons);
