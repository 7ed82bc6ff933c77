import { api } from '#contract/index.ts';
import { useApi } from '../../queries.ts';

/** Accounts of the business as options, by id. */
export function usePayoutAccounts() {
  const accounts = useApi(api.marketplaceAccounts.list, { query: { size: '100' } });
  const options = (accounts.data?.items ?? []).map(({ id, name, marketplace }) => ({
    value: String(id),
    label: `${name} · ${marketplace.name}`,
  }));
  return { ...accounts, options };
}
