import { RunMenu } from "./RunMenu.tsx";

/** In the actions of a catalog item. */
export const RunForConfig = ({ id }: { id: string }) => <RunMenu resource={{ kind: "config", id }} />;
