import type { ReactNode } from "react";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";

interface CheckNoticeProps {
  meaning: Meaning;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export const CheckNotice = ({ meaning, title, children, action }: CheckNoticeProps) => (
  <div
    role="note"
    className={`flex items-start gap-2 rounded-md border px-3 py-2 ${meaning === "unhealthy" ? "border-unhealthy bg-unhealthy-soft" : "border-line bg-sunken"}`}
  >
    <span className="flex h-5 items-center">
      <StatusMark meaning={meaning} />
    </span>
    <div className="min-w-0 flex-1 wrap-anywhere">
      <span className="font-medium">{title}</span> {children}
    </div>
    {action}
  </div>
);
