import { IconHistory } from '@tabler/icons-react';
import type { Api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import type { Action } from '../../ui/actions/action.ts';

/** Link to the audit trail of one record, for readers with the permission. */
export function useHistoryAction(kind: keyof Api, id: number): Action {
  const { t } = useTranslation();
  return {
    key: 'history',
    label: t('act.history'),
    icon: IconHistory,
    secondary: true,
    permission: 'audit.read',
    to: paths.business.audit({ query: `kind:${kind} record:${id}` }),
  };
}
