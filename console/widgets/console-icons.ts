// The icons that only the console shows. Importing this file, as main/console.tsx does, adds them to Icon.
import consoleIcons from "./icons/console.json" with { type: "json" };
import { addIcons } from "./icon-drawings.ts";

addIcons(consoleIcons);
