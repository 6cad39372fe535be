import { useQueryClient } from "@tanstack/react-query";
import { ask } from "#console/client/call.ts";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { deleteToken } from "../../contract.ts";
import { allTokens, type Token } from "./tokens-query.ts";

interface RevokeTokenProps {
  /** Undefined if no token is to be deleted. */
  token: Token | undefined;
  close: () => void;
  /** Called after the token was deleted. */
  done?: () => void;
}

/** Asks for confirmation and deletes a token. The dialog shows an error, and the person can try again. */
export function RevokeToken({ token, close, done }: RevokeTokenProps) {
  const cache = useQueryClient();
  const remove = async () => {
    if (!token) return;
    await ask(deleteToken, { params: { id: token.id } });
    toast.success("Token deleted successfully");
    done?.();
    await cache.invalidateQueries({ queryKey: allTokens.queryKey });
  };
  return (
    <Confirm isOpen={token !== undefined} onClose={close} look="delete" title="Delete token" onConfirm={remove}>
      <p>Are you sure you want to delete this token? This action cannot be undone.</p>
      <p className="mt-2 wrap-anywhere">Programs that sign in with “{token?.name}” stop working at once.</p>
    </Confirm>
  );
}
