import { useUrl } from "#console/url/url-state.ts";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { ChooseOption } from "./ChooseOption.tsx";
import { DirectStep } from "./DirectStep.tsx";
import { DoItHere } from "./DoItHere.tsx";
import { GitOpsStep } from "./GitOpsStep.tsx";
import { directOptions, gitOpsOptions, wizardUrl } from "./options.ts";

/** The dialog that adds an integration: first the list of options, then the step of the chosen option. */
export function AddIntegration() {
  const [{ add, how }, change] = useUrl(wizardUrl);
  const chart = gitOpsOptions.find(({ value }) => value === add);
  const direct = directOptions.find(({ value }) => value === add);
  const chosen = chart ?? direct;
  const close = () => void change({ add: undefined, how: undefined });
  const back = () => void change({ add: "true", how: undefined });
  return (
    <Dialog
      isOpen
      onClose={close}
      size={chart ? "large" : "medium"}
      title={chosen ? `Add Integration - ${chosen.label}` : "Add Integration"}
    >
      {chart && how === "here" ? (
        <DoItHere key={chart.value} option={chart} back={() => void change({ how: undefined })} close={close} />
      ) : chart ? (
        <GitOpsStep
          key={chart.value}
          option={chart}
          back={back}
          close={close}
          doItHere={() => void change({ how: "here" })}
        />
      ) : direct ? (
        <DirectStep option={direct} back={back} />
      ) : (
        <ChooseOption choose={(option) => void change({ add: option })} />
      )}
    </Dialog>
  );
}
