import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import type { ViewAnswer, ViewSection } from "../../contract.ts";
import { selectedValues } from "../data/variable-values.ts";
import { useView } from "../data/use-view.ts";
import type { Values } from "../data/view-query.ts";
import type { ViewRef } from "../data/view-ref.ts";
import { CatalogSection } from "./CatalogSection.tsx";
import { FirstData } from "./FirstData.tsx";
import { ViewContent } from "./ViewContent.tsx";

interface SectionsProps {
  answer: ViewAnswer;
  /** The variable values that the page sets. */
  fixed: Values;
}

/** The sections of a view. A view in a section inherits the variable values of the page. */
export function Sections({ answer: { sections, variables }, fixed }: SectionsProps) {
  const inherited = { ...selectedValues(variables), ...fixed };
  return sections.map((section, index) => <Section key={index} section={section} inherited={inherited} />);
}

function Section({ section, inherited }: { section: ViewSection; inherited: Values }) {
  const [isOpen, setOpen] = useState(true);
  const { title, icon, viewRef } = section;
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 border-t border-line pt-3">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-touch max-w-full items-center gap-2 rounded-sm text-title font-semibold"
        >
          <Icon
            name="chevron-right"
            size={14}
            className={`text-muted transition-transform ${isOpen ? "rotate-90" : ""}`}
          />
          {icon && <AnyIcon name={icon} className="text-muted" />}
          <span className="min-w-0 truncate">{title}</span>
        </button>
      </h2>
      {isOpen && (viewRef ? <NestedView of={viewRef} inherited={inherited} /> : <CatalogSection section={section} />)}
    </section>
  );
}

/** A view inside another view. Its own sections are not shown, because two views can contain each other. */
function NestedView({ of, inherited }: { of: ViewRef; inherited: Values }) {
  const { answer, isOutdated, isSlow, refresh, values, choose } = useView(of, inherited);
  if (!answer) return <FirstData refresh={refresh} isSlow={isSlow} cards={3} />;
  return (
    <div className="relative">
      <div className="absolute -top-11 right-0">
        <IconButton
          icon="refresh-cw"
          label={`Refresh ${answer.title}`}
          isSpinning={refresh.isFetching}
          onClick={() => void refresh.refetch()}
        />
      </div>
      {refresh.isError && (
        <p role="status" className="flex items-center gap-2 pb-2 text-warning-text">
          <StatusMark meaning="warning" />
          {messageOf(refresh.error)}
        </p>
      )}
      <ViewContent
        answer={{ ...answer, sections: [] }}
        values={values}
        choose={(key, value) => choose(answer.variables, key, value)}
        fixed={inherited}
        isOutdated={isOutdated}
        prefix={`${of.name}.`}
      />
    </div>
  );
}
