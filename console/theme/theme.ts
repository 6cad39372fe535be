// The theme: light, dark, or the system's theme.
import { preference } from "#console/preference.ts";

export const themeChoices = ["light", "dark", "system"] as const;
export type ThemeChoice = (typeof themeChoices)[number];

export const theme = preference<ThemeChoice>("theme", (stored) =>
  stored === "light" || stored === "dark" ? stored : "system",
);

/** Applies the chosen theme and follows changes of the system and of other tabs. Called once, by main. */
export function followTheme() {
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
  const draw = () => {
    const choice = theme.get();
    const isDark = choice === "dark" || (choice === "system" && systemIsDark.matches);
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
  };
  systemIsDark.addEventListener("change", draw);
  theme.subscribe(draw);
  draw();
}
