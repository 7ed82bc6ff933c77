import { IconPlugConnected } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import type { Href } from '../paths.ts';
import { useApi } from '../queries.ts';
import type { Action } from '../ui/actions/action.ts';
import { toast } from '../ui/toasts.ts';

const backKey = 'easy.connect.back';

/** The path to return to after the consent page, read once. */
export function takeReturnPath(): Href | null {
  const path = sessionStorage.getItem(backKey);
  sessionStorage.removeItem(backKey);
  return path?.startsWith('/') ? (path as Href) : null;
}

/**
 * Marketplaces that can be connected. Requests the address of the consent page and opens it; `back` is the path of
 * the screen that needs the account.
 */
export function useConnect(back?: Href): {
  actions: Action[];
  /** True once the offered marketplaces are known or could not be read. */
  isReady: boolean;
  connect: (marketplace: MarketplaceId) => Promise<void>;
} {
  const { t } = useTranslation('marketplaces');
  const offered = useApi(api.marketplaces.list, { query: {} });
  const authorize = useAct(api.marketplaceAccounts.authorize, { success: false });
  const connect = async (marketplace: MarketplaceId) => {
    const done = await authorize.run({ body: { marketplace } });
    if (!done.ok) return;
    if (done.response.url) {
      if (back) sessionStorage.setItem(backKey, back);
      window.location.assign(done.response.url);
    } else toast.failure(t('linkMissing'));
  };
  return {
    connect,
    isReady: !offered.isPending,
    actions: (offered.data?.items ?? []).map(({ id: marketplace, name }) => ({
      key: marketplace,
      label: t('accounts.connect', { marketplace: name }),
      icon: IconPlugConnected,
      permission: 'accounts.connect',
      tone: 'primary',
      run: () => connect(marketplace),
      pending: authorize.pending,
    })),
  };
}
