import { isOpen, useAccess } from "#console/access/access.ts";
import { Icon, type IconName } from "#console/widgets/Icon.tsx";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import type { ReactNode } from "react";
import { directOptions, gitOpsOptions } from "./options.ts";

/** Shows the options in two groups. Options of disabled features are left out. */
export function ChooseOption({ choose }: { choose: (option: string) => void }) {
  const access = useAccess();
  const direct = directOptions.filter(({ feature }) => isOpen({ feature }, access));
  return (
    <div className="flex flex-col gap-5">
      <Group
        title="Add via GitOps"
        help="Quarterdeck writes the manifest or the Helm commands of a chart, which you apply to your cluster."
      >
        {gitOpsOptions.map(({ value, label, icon }) => (
          <Option key={value} label={label} choose={() => choose(value)}>
            <TechnologyIcon name={icon} secondary="kubernetes" size={20} />
          </Option>
        ))}
      </Group>
      <Group title="Add Directly" help="You write the spec in a form, and Quarterdeck runs it.">
        {direct.map(({ value, label, icon }) => (
          <Option key={value} label={label} choose={() => choose(value)}>
            <Icon name={icon as IconName} size={20} className="text-muted" />
          </Option>
        ))}
      </Group>
    </div>
  );
}

const Group = ({ title, help, children }: { title: string; help: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="font-medium">{title}</h3>
    <p className="mb-2 text-muted">{help}</p>
    <div className="grid grid-cols-2 gap-2 shell:grid-cols-3">{children}</div>
  </section>
);

const Option = ({ label, choose, children }: { label: string; choose: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={choose}
    className="flex min-h-touch items-center gap-2 rounded-md border border-line bg-surface px-3 py-2 text-left hover:bg-hover active:bg-press"
  >
    {children}
    <span className="min-w-0 wrap-anywhere">{label}</span>
  </button>
);
