// Runs an existing client against the product: unmodified postgrest-js reads, embeds, counts, upserts and calls a
// function.
import { PostgrestClient } from "@supabase/postgrest-js";
import { expect } from "vitest";

export async function useExistingClient(url: string, cookie: string): Promise<void> {
  const client = new PostgrestClient(`${url}/api/db`, { headers: { cookie, origin: url } });

  const upserted = await client
    .from("properties")
    .upsert(
      [
        { name: "client.first", value: "1" },
        { name: "client.second", value: "2" },
      ],
      { onConflict: "name" },
    )
    .select("name,value");
  expect(upserted).toMatchObject({ status: 201, data: [{ value: "1" }, { value: "2" }] });
  const again = await client.from("properties").upsert({ name: "client.first", value: "3" }).select("value").single();
  expect(again.data).toEqual({ value: "3" });

  const read = await client.from("properties").select("name,value").like("name", "client.*").order("name").limit(1);
  expect(read.data).toEqual([{ name: "client.first", value: "3" }]);
  const counted = await client
    .from("properties")
    .select("name", { count: "exact" })
    .like("name", "client.%")
    .range(0, 0);
  expect(counted).toMatchObject({ status: 206, count: 2, data: [{ name: expect.stringContaining("client.") }] });

  const item = { name: "client", type: "Kubernetes::Node", config_class: "Node" };
  const created = await client.from("config_items").insert(item).select("id,agent:agents(name)").single();
  expect(created.data).toMatchObject({ agent: { name: "local" } });
  const { id } = created.data as { id: string };
  const embedded = await client
    .from("agents")
    .select("name,config_items!inner(name,scraper:config_scrapers(name))")
    .eq("config_items.id", id);
  expect(embedded.data).toEqual([{ name: "local", config_items: [{ name: "client", scraper: null }] }]);

  const called = await client.rpc("related_configs_recursive", { config_id: id }).select("id,name");
  expect(called).toMatchObject({ status: 200, data: [{ id, name: "client" }] });
  const refused = await client.from("properties").select("nothing");
  expect(refused).toMatchObject({ status: 400, error: { code: "42703" } });
}
