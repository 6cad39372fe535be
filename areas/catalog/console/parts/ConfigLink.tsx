import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "#console/widgets/Icon.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { configPath } from "./config-path.ts";
import { ConfigTypeIcon } from "./ConfigType.tsx";
import { DeletedMark } from "./DeletedMark.tsx";

interface ConfigNameProps {
  name: string;
  type: string;
  deletedAt?: string | null | undefined;
}

/** The name of an item, with the icon of its type and a mark if it is deleted. */
export const ConfigName = ({ name, type, deletedAt }: ConfigNameProps) => (
  <Named type={type} deletedAt={deletedAt}>
    <Truncated text={name} className={deletedAt ? "text-muted" : ""} />
  </Named>
);

interface ConfigLinkProps extends ConfigNameProps {
  id: string;
  /** Shows the name in the colour of links. In a table all cells are links, so the name has no link colour there. */
  isMarked?: boolean;
}

/** The name of an item with a link to its page. */
export const ConfigLink = ({ id, name, type, deletedAt, isMarked = false }: ConfigLinkProps) => (
  <Named type={type} deletedAt={deletedAt}>
    <Link
      to={configPath(id)}
      className={`flex min-w-0 hover:text-link hover:underline ${isMarked ? "text-link" : deletedAt ? "text-muted" : ""}`}
    >
      <Truncated text={name} />
    </Link>
  </Named>
);

const Named = ({ type, deletedAt, children }: Omit<ConfigNameProps, "name"> & { children: ReactNode }) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
    <span title={type} className="flex shrink-0">
      {type === "" ? <Icon name="boxes" className="text-muted" /> : <ConfigTypeIcon type={type} />}
    </span>
    {children}
    {deletedAt && <DeletedMark at={deletedAt} />}
  </span>
);
