// The item of the URL.
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { UUID } from "./item-path.ts";
import { oneItem } from "./item-query.ts";

export function useItem() {
  const { id = "" } = useParams({ strict: false });
  const found = useQuery({ ...oneItem(id), enabled: UUID.test(id) });
  const item = found.data?.[0];
  return { id, found, item, isMissing: !UUID.test(id) || (found.isSuccess && !item) };
}
