import type { ReactNode } from "react";

interface NoticeProps {
  title: string;
  children: ReactNode;
  /** A button or link for the next step. */
  action?: ReactNode;
}

/** The content of a page that has nothing to show, with the reason. */
export function Notice({ title, children, action }: NoticeProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 pt-[20vh] pb-16 text-center">
      <h2 className="text-display font-semibold">{title}</h2>
      <div className="mt-2 text-muted">{children}</div>
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
