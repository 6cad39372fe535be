import { Link, Outlet } from "@tanstack/react-router";
import { usePreference } from "#console/preference.ts";
import { theme } from "#console/theme/theme.ts";
import { Button } from "#console/widgets/Button.tsx";
import { entries } from "./entries.ts";

const groups = Map.groupBy(entries, ({ group }) => group);

/** The list of entries at the left, and the chosen entry. */
export function Gallery() {
  return (
    <div className="flex h-full max-shell:flex-col">
      <header className="flex shrink-0 flex-col gap-4 overflow-y-auto border-line bg-sidebar p-4 max-shell:border-b shell:w-56 shell:border-r">
        <div className="flex items-center justify-between gap-2">
          <Link to="/_gallery" className="text-title font-semibold">
            Gallery
          </Link>
          <ThemeButton />
        </div>
        <nav aria-label="Entries" className="flex gap-4 max-shell:overflow-x-auto shell:flex-col">
          {[...groups].map(([group, shown]) => (
            <div key={group} className="flex gap-0.5 shell:flex-col">
              <p className="py-1 text-meta whitespace-nowrap text-muted">{group}</p>
              {shown.map(({ slug, name }) => (
                <Link
                  key={slug}
                  to="/_gallery/$entry"
                  params={{ entry: slug }}
                  className="rounded-md px-2 py-1 whitespace-nowrap hover:bg-hover aria-[current=page]:bg-selected aria-[current=page]:font-medium"
                >
                  {name}
                </Link>
              ))}
            </div>
          ))}
        </nav>
      </header>
      <main className="min-h-0 min-w-0 flex-1 overflow-y-auto p-4 shell:p-6">
        <Outlet />
      </main>
    </div>
  );
}

function ThemeButton() {
  const choice = usePreference(theme);
  const isDark = document.documentElement.dataset["theme"] === "dark";
  return (
    <Button
      look="quiet"
      icon={isDark ? "sun" : "moon"}
      aria-label={`Theme: ${choice}. Use the ${isDark ? "light" : "dark"} theme`}
      onClick={() => theme.set(isDark ? "light" : "dark")}
    />
  );
}
