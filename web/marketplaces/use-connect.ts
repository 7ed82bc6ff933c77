import { IconPlugConnected } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import type { Action } from '../ui/Actions.tsx';
import { toast } from '../ui/toasts.ts';

/** Asks for the address of the consent page and goes there. */
export function useConnect(): { action: Action; connect: () => Promise<void> } {
  const { t } = useTranslation('marketplaces');
  const authorize = useAct(api.marketplaceAccounts.authorize, { success: false });
  const connect = async () => {
    const done = await authorize.run({ body: { marketplace: 'mercado-livre' } });
    if (!done.ok) return;
    if (done.response.url) window.location.assign(done.response.url);
    else toast.failure(t('linkMissing'));
  };
  return {
    connect,
    action: {
      key: 'connect',
      label: t('accounts.connect'),
      icon: IconPlugConnected,
      permission: 'accounts.connect',
      tone: 'primary',
      run: connect,
      pending: authorize.pending,
    },
  };
}
