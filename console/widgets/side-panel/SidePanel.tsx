import { type ReactNode, useId } from "react";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Icon, type IconName } from "../Icon.tsx";
import { Count } from "../tabs/tab-look.tsx";

/** The open panel; `none` if all are closed. */
const panelUrl = urlState({ panel: text("details") });

interface SidePanelProps {
  /** The value of the URL parameter. */
  value: string;
  title: string;
  icon: IconName;
  /** The number of rows; undefined until it is loaded. */
  count?: number | undefined;
  /** Buttons in the title of the open panel. */
  end?: ReactNode;
  /** Rendered only while the panel is open. */
  children: ReactNode;
}

/** A panel at the side of the page that opens and closes. One panel is open at a time; the URL contains its name. */
export function SidePanel({ value, title, icon, count, end, children }: SidePanelProps) {
  const [{ panel }, change] = useUrl(panelUrl);
  const isOpen = panel === value;
  const content = useId();
  return (
    <section aria-label={title} className="border-b border-line">
      <div className="flex items-center">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={content}
            onClick={() => void change({ panel: isOpen ? "none" : value }, { replace: true })}
            className="flex h-9 min-h-touch w-full items-center gap-2 px-4 text-left font-medium -outline-offset-2 hover:bg-hover"
          >
            <Icon name={icon} size={14} className="text-muted" />
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <Count of={count} />
            <Icon name={isOpen ? "chevron-down" : "chevron-right"} size={14} className="text-muted" />
          </button>
        </h2>
        {isOpen && end}
      </div>
      <div id={content} hidden={!isOpen}>
        {isOpen && <div className="px-4 pt-1 pb-4">{children}</div>}
      </div>
    </section>
  );
}
