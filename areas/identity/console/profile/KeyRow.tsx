import { Button } from "#console/widgets/Button.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { type InputNode, labelOf } from "../flow-nodes.ts";

/** The name and the date of the key that a node removes; undefined for other nodes. */
export function keyOf({ attributes, meta }: InputNode): { name: string; addedAt: string | undefined } | undefined {
  const { display_name: name, added_at: addedAt } = meta.label?.context ?? {};
  if (attributes.type !== "submit" || typeof name !== "string") return undefined;
  return { name, addedAt: typeof addedAt === "string" ? addedAt : undefined };
}

/** A security key or a passkey that is set up, and the button that removes it. */
export function KeyRow({ node, isBusy }: { node: InputNode; isBusy: boolean }) {
  const key = keyOf(node);
  const { name, value, disabled } = node.attributes;
  return (
    <div className="flex items-center gap-3 rounded-md border border-line px-3 py-2">
      <Icon name="key-round" size={16} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={key?.name}>
          {key?.name}
        </p>
        <p className="text-meta text-muted">
          {disabled ? "Your only way to sign in" : key?.addedAt && <Added at={key.addedAt} />}
        </p>
      </div>
      <Button
        type="submit"
        name={name}
        value={String(value ?? "")}
        formNoValidate
        disabled={disabled}
        isBusy={isBusy}
        aria-label={labelOf(node)}
      >
        Remove
      </Button>
    </div>
  );
}

const Added = ({ at }: { at: string }) => (
  <>
    Added <Timestamp at={at} format="medium" />
  </>
);
