import { WhyPanel } from "./WhyPanel.tsx";

/** Why a check fails. */
export const WhyOfCheck = ({ id }: { id: string }) => <WhyPanel kind="check" id={id} />;
