import { RunMenu } from "./RunMenu.tsx";

/** The Playbooks menu in the actions of a check. */
export const RunForCheck = ({ id }: { id: string }) => <RunMenu resource={{ kind: "check", id }} />;
