import { Link } from "@tanstack/react-router";
import { type Need, useActor, write } from "#console/access/access.ts";
import { preference, usePreference } from "#console/preference.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { Icon, type IconName } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";

interface Step {
  title: string;
  about: string;
  icon: IconName;
  /** The path of the page, as its area declares it. */
  page: string;
  href: string;
  needs: Need;
}

const steps: readonly Step[] = [
  {
    title: "Add a check",
    about: "Watch a website or a database",
    icon: "heart-pulse",
    page: "/settings/canaries/new",
    href: "/settings/canaries/new",
    needs: write("canaries"),
  },
  {
    title: "Add a scraper",
    about: "Fill the catalog with the systems that you run",
    icon: "radar",
    page: "/catalog/scrapers/new",
    href: "/catalog/scrapers/new",
    needs: write("config_scrapers"),
  },
  {
    title: "Invite a colleague",
    about: "Send a link that works for a week",
    icon: "user-plus",
    page: "/settings/users",
    href: "/settings/users?invite=true",
    needs: write("identities"),
  },
];

const isDismissed = preference("firstRunDismissed", (stored) => stored === "true");

/** Explains the first checks and the next steps. `hasChecks` is true if the installation checks itself. */
export function FirstRun({ hasChecks }: { hasChecks: boolean }) {
  if (usePreference(isDismissed)) return null;
  return (
    <section aria-label="First steps" className="relative shrink-0 border-b border-line bg-surface p-4">
      <h2 className="pr-10 text-title font-semibold">Welcome to Quarterdeck</h2>
      <p className="mt-1 max-w-3xl pr-10 text-muted">
        {hasChecks
          ? "The checks below are built in and monitor this installation. Checks that you add also appear here."
          : "Nothing is checked yet. The results of your checks will appear here."}
      </p>
      <ul className="mt-3 grid gap-2 empty:hidden max-shell:mt-2 max-shell:-mx-1 max-shell:gap-0 shell:auto-cols-fr shell:grid-flow-col">
        {steps.map((step) => (
          <StepLink key={step.href} step={step} />
        ))}
      </ul>
      <IconButton
        icon="x"
        label="Dismiss first steps"
        className="absolute top-2 right-2"
        onClick={() => isDismissed.set(true)}
      />
    </section>
  );
}

/** Shown only to people who have the rights for the step. */
function StepLink({ step: { title, about, icon, page, href, needs } }: { step: Step }) {
  const mayWrite = useActor().can(needs.action, needs.resource);
  const hasPage = useHasPage(page);
  if (!mayWrite || !hasPage) return null;
  return (
    <li>
      <Link
        to={href}
        className="flex min-h-10 items-center gap-3 rounded-md border border-line px-3 py-2 transition-colors hover:bg-hover max-shell:min-h-11 max-shell:border-transparent max-shell:px-1 max-shell:py-1"
      >
        <Icon name={icon} className="shrink-0 text-link" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          <span className="block text-meta text-muted">{about}</span>
        </span>
        <Icon name="chevron-right" size={14} className="shrink-0 text-faint" />
      </Link>
    </li>
  );
}
