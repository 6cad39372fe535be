import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { titleOf } from "#lib/text/words.ts";
import type { ViewVariable } from "../../contract.ts";
import { shownValue } from "../data/variable-values.ts";
import type { Values } from "../data/view-query.ts";

interface VariableBarProps {
  variables: readonly ViewVariable[];
  values: Values;
  choose: (key: string, value: string) => void;
}

/** A select box for each variable. */
export const VariableBar = ({ variables, values, choose }: VariableBarProps) => (
  <div role="group" aria-label="Variables" className="flex min-w-0 flex-wrap items-center gap-2">
    {variables.map((variable) => {
      const label = variable.label || titleOf(variable.key);
      return variable.options.length === 0 ? (
        <span key={variable.key} className="flex items-center gap-1.5 text-muted">
          <StatusMark meaning="warning" />
          {label}: {variable.error ?? "there are no options"}
        </span>
      ) : (
        <ChoiceFilter
          key={variable.key}
          label={label}
          all={false}
          options={
            variable.optionItems.length > 0 ? variable.optionItems : variable.options.map((value) => ({ value }))
          }
          value={shownValue(variable, values)}
          change={(value) => choose(variable.key, value)}
        />
      );
    })}
  </div>
);
