import { RunMenu } from "./RunMenu.tsx";

/** The Playbooks menu in the actions of a catalog item. */
export const RunForConfig = ({ id }: { id: string }) => <RunMenu resource={{ kind: "config", id }} />;
