import { Button } from "#console/widgets/Button.tsx";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import type { DirectOption } from "./options.ts";

/** The step for an option that Quarterdeck runs itself: a link to its form, and a link to the page with the results. */
export const DirectStep = ({ option, back }: { option: DirectOption; back: () => void }) => (
  <div className="flex flex-col gap-5">
    <p>{option.description}</p>
    <div className="flex flex-wrap gap-2">
      <Button onClick={back}>Back</Button>
      <span className="ml-auto flex flex-wrap gap-2">
        <ButtonLink href={option.page.href}>{option.page.name}</ButtonLink>
        <ButtonLink href={option.form} look="primary" icon="plus">
          {`Add ${option.label}`}
        </ButtonLink>
      </span>
    </div>
  </div>
);
