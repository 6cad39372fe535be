import { RunMenu } from "./RunMenu.tsx";

/** In the actions of a check. */
export const RunForCheck = ({ id }: { id: string }) => <RunMenu resource={{ kind: "check", id }} />;
