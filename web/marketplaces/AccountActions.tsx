import {
  IconMapPin,
  IconPlugConnected,
  IconReceipt,
  IconRefresh,
  IconShieldDollar,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { MarketplaceAccount } from '#contract/marketplaces/marketplace-account.ts';
import { accountActs } from '#contract/marketplaces/marketplace-account-states.ts';
import { useFreshAct } from '../account/password-gate.tsx';
import { useAct } from '../acts.ts';
import { FloorDialog } from '../advertisements/margin/FloorDialog.tsx';
import { useTranslation } from '../i18n.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { confirm } from '../ui/dialog/confirm.ts';
import { LocationsDialog } from './locations/LocationsDialog.tsx';
import { RatesDialog } from './rates/RatesDialog.tsx';
import { useConnect } from './use-connect.ts';

/** Acts on one account; its removal with open sales is confirmed twice. */
export function AccountActions({ account }: { account: MarketplaceAccount }) {
  const { t } = useTranslation(['marketplaces', 'advertisements']);
  const { connect } = useConnect();
  const [isFloorOpen, setFloorOpen] = useState(false);
  const [isRatesOpen, setRatesOpen] = useState(false);
  const [areLocationsOpen, setLocationsOpen] = useState(false);
  const updateFloor = useAct(api.marketplaceAccounts.updateFloor);
  const sync = useAct(api.marketplaceAccounts.sync);
  const params = { id: account.id };
  const remove = useFreshAct(api.marketplaceAccounts.remove, {
    onFailure: (failure) => failure.problem.code === 'account_busy',
  });
  const removeAccount = async () => {
    const done = await remove.run({ params });
    if (done.ok || done.failure.problem.code !== 'account_busy') return;
    const anyway = await confirm({
      title: t('accounts.busySure'),
      message: t('accounts.busyText'),
      confirm: t('accounts.busyConfirm'),
      tone: 'bad',
    });
    if (anyway) await remove.run({ params, query: { confirm: 'open-sales' } });
  };
  const disconnected = account.state === 'disconnected';
  return (
    <>
      <Actions
        size="xs"
        items={[
          (disconnected || account.authorizationEndsAt !== null) && {
            key: 'again',
            label: t(disconnected ? 'accounts.again' : 'accounts.renew'),
            icon: IconPlugConnected,
            permission: 'accounts.reconnect',
            tone: 'primary',
            run: () => connect(account.marketplace.id),
          },
          {
            key: 'sync',
            label: t('accounts.sync'),
            icon: IconRefresh,
            permission: 'publications.update',
            refused: !canAct(accountActs, 'sync', account.state) && t('accounts.syncRefused'),
            run: () => sync.run({ params }),
            secondary: disconnected,
          },
          {
            key: 'floor',
            label: t('advertisements:margin.floor.set'),
            icon: IconShieldDollar,
            permission: 'publications.update',
            run: () => setFloorOpen(true),
            secondary: true,
          },
          !account.capabilities.quotesFee && {
            key: 'rates',
            label: t('rates.set'),
            icon: IconReceipt,
            permission: 'publications.update',
            run: () => setRatesOpen(true),
            secondary: true,
          },
          account.capabilities.originStock && {
            key: 'locations',
            label: t('locations.set'),
            icon: IconMapPin,
            permission: 'publications.update',
            refused: disconnected && t('accounts.syncRefused'),
            run: () => setLocationsOpen(true),
            secondary: true,
          },
          {
            key: 'remove',
            label: t('accounts.remove'),
            icon: IconTrash,
            permission: 'accounts.remove',
            tone: 'bad',
            confirm: {
              title: t('accounts.removeSure', { name: account.name }),
              message: t('accounts.removeText'),
              confirm: t('accounts.remove'),
              tone: 'bad',
            },
            run: removeAccount,
            secondary: true,
          },
        ]}
      />
      {remove.dialog}
      {isRatesOpen && (
        <RatesDialog account={account} rates={account.rates} onClose={() => setRatesOpen(false)} />
      )}
      {areLocationsOpen && <LocationsDialog account={account} onClose={() => setLocationsOpen(false)} />}
      {isFloorOpen && (
        <FloorDialog
          title={t('advertisements:margin.floor.accountTitle', { name: account.name })}
          hint={t('advertisements:margin.floor.accountHint')}
          none={t('advertisements:margin.floor.off')}
          floor={account.floor}
          pending={updateFloor.pending}
          save={(floor) => updateFloor.run({ params, body: { floor } })}
          onClose={() => setFloorOpen(false)}
        />
      )}
    </>
  );
}
