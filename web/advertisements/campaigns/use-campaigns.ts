import { IconRefresh } from '@tabler/icons-react';
import type { Campaign } from '#contract/advertisements/campaign.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import type { Action } from '../../ui/actions/action.ts';

/** The name of a campaign; its kind if the marketplace gives none. */
export function useCampaignName(): (campaign: Pick<Campaign, 'name' | 'kind'>) => string {
  const { t } = useTranslation('advertisements');
  return ({ name, kind }) => name || t(`campaigns.kinds.${kind}`);
}

/** Reads the campaigns of all accounts again. */
export function useRefresh(): Action {
  const { t } = useTranslation('advertisements');
  const sync = useAct(api.campaigns.sync);
  return {
    key: 'refresh',
    label: t('campaigns.refresh'),
    icon: IconRefresh,
    permission: 'publications.update',
    pending: sync.pending,
    run: () => sync.run({}),
  };
}
