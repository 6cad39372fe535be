import type { ReactNode } from "react";
import { Icon, type IconName } from "#console/widgets/Icon.tsx";

interface NoticeProps {
  title: string;
  /** Above the title. */
  icon?: IconName;
  /** Marks a good state, such as an empty queue. */
  isGood?: boolean;
  children: ReactNode;
  /** A button or link for the next step. */
  action?: ReactNode;
}

/** The content of a page that has nothing to show, with the reason. */
export function Notice({ title, icon, isGood = false, children, action }: NoticeProps) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-4 pt-[20vh] pb-16 text-center">
      {icon && (
        <span
          className={`mb-4 flex size-12 items-center justify-center rounded-full ${isGood ? "bg-healthy/15 text-healthy" : "bg-sunken text-muted"}`}
        >
          <Icon name={icon} size={24} />
        </span>
      )}
      <h2 className="text-display font-semibold">{title}</h2>
      <div className="mt-2 text-muted">{children}</div>
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
