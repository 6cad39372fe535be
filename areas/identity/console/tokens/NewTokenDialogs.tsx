import { useState } from "react";
import { CreateToken, type NewToken } from "./CreateToken.tsx";
import { TokenCreated } from "./TokenCreated.tsx";

/** The form of a new token; when the token exists, its dialog replaces the form. */
export function NewTokenDialogs({ isForMcp, close }: { isForMcp: boolean; close: () => void }) {
  const [newToken, setNewToken] = useState<NewToken>();
  return newToken ? (
    <TokenCreated newToken={newToken} isForMcp={isForMcp} close={close} />
  ) : (
    <CreateToken isOpen close={close} onMade={setNewToken} />
  );
}
