// The icons that only the console draws. Importing this file adds them to Icon; main/console.tsx does so at the start.
import { addIcons } from "./Icon.tsx";
import consoleIcons from "./icons/console.json" with { type: "json" };

addIcons(consoleIcons);
