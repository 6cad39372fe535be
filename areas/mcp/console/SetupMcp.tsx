import { Slot } from "#console/shell/Slot.tsx";

/** Opens the form for a new access token. The dialog after the form shows the client configurations. */
export const SetupMcp = ({ close }: { close: () => void }) => <Slot name="token.new" of={{ isForMcp: true, close }} />;
