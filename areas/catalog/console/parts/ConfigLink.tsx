import { Link } from "@tanstack/react-router";
import { Icon } from "#console/widgets/Icon.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { configPath } from "./config-path.ts";
import { ConfigTypeIcon } from "./ConfigType.tsx";
import { DeletedMark } from "./DeletedMark.tsx";

interface ConfigLinkProps {
  id: string;
  name: string;
  type: string;
  deletedAt?: string | null | undefined;
}

/** The way to an item, with what it is and whether it is still there. */
export const ConfigLink = ({ id, name, type, deletedAt }: ConfigLinkProps) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
    <span title={type} className="flex shrink-0">
      {type === "" ? <Icon name="boxes" className="text-muted" /> : <ConfigTypeIcon type={type} />}
    </span>
    <Link
      to={configPath(id)}
      className={`flex min-w-0 hover:text-link hover:underline ${deletedAt ? "text-muted" : ""}`}
    >
      <Truncated text={name} />
    </Link>
    {deletedAt && <DeletedMark at={deletedAt} />}
  </span>
);
