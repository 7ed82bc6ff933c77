import type { Permission } from '#contract/permissions.ts';
import { useTranslation } from '../../i18n.ts';
import type { Href } from '../../paths.ts';
import { Actions } from '../actions/Actions.tsx';

type Place =
  | 'accounts'
  | 'balance'
  | 'catalogue'
  | 'checkout'
  | 'checkoutList'
  | 'items'
  | 'payouts'
  | 'picking'
  | 'receiving'
  | 'supplyRequests';

type GoToProps = {
  /** The screen, by its word in the menu. */
  place: Place;
  to: Href;
  /** Readers without it do not see the button. */
  permission: Permission;
};

/** The next step of an empty list that is done on another screen. */
export function GoTo({ place, to, permission }: GoToProps) {
  const { t } = useTranslation();
  return (
    <Actions items={[{ key: 'next', label: t('act.goTo', { place: t(`menu.${place}`) }), permission, to }]} />
  );
}
