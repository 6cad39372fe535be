import { RunMenu } from "./RunMenu.tsx";

/** The Playbooks menu in the actions of a component. */
export const RunForComponent = ({ id }: { id: string }) => <RunMenu resource={{ kind: "component", id }} />;
