import { api } from '#contract/index.ts';
import { useApi } from '../queries.ts';

/** Warehouses in the reader's reach as options of a filter; undefined while they load. */
export function useWarehouseOptions(): { value: string; label: string }[] | undefined {
  const { data } = useApi(api.warehouses.list, { query: { size: '100' } });
  return data?.items.map((warehouse) => ({ value: String(warehouse.id), label: warehouse.name }));
}
