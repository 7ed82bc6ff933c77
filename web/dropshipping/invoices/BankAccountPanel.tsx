import { Button, Paper, Skeleton, Text } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { formatPixKey } from '#contract/dropshipping/pix.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { useSession } from '../../use-session.ts';
import classes from './Invoice.module.css';

const BankAccountDrawer = lazyWithFallback(() => import('./BankAccountDrawer.tsx'));

/** Bank data for payments, shown above the invoices; changing it requires the password again. */
export function BankAccountPanel() {
  const { t } = useTranslation('dropshipping');
  const { can } = useSession();
  const [open, setOpen] = useState(false);
  const found = useApi(api.bankAccount.detail, {}, { enabled: can('bank-account.read') });
  const { data } = found;
  if (!can('bank-account.read')) return null;
  if (found.isPending) return <Skeleton className={classes.bank} />;
  if (data === undefined)
    return (
      <Paper p={0}>
        <ErrorState
          failure={found.error}
          title={actMessage('failures', 'bankAccount.detail')}
          retry={() => void found.refetch()}
        />
      </Paper>
    );
  const change = can('bank-account.update') && (
    <Button variant={data ? 'default' : 'filled'} onClick={() => setOpen(true)}>
      {t(data ? 'settlement.bank.change' : 'settlement.bank.enter')}
    </Button>
  );
  return (
    <>
      {data ? (
        <Paper px="sm" py={0} className={classes.bank}>
          <IconBuildingBank aria-hidden />
          <Text size="sm" lineClamp={2} className={classes.bankText}>
            Pix {formatPixKey(data.pixKey)} · {data.holder}
            {data.bank && ` · ${data.bank} ${data.agency} ${data.account}`}
          </Text>
          {change}
        </Paper>
      ) : (
        <Paper px="sm" py={0} className={classes.bank} data-missing>
          <IconBuildingBank aria-hidden />
          <Text size="sm" lineClamp={2} className={classes.bankText}>
            {t('settlement.bank.missing')}
          </Text>
          {change}
        </Paper>
      )}
      {open && <BankAccountDrawer account={data ?? null} onClose={() => setOpen(false)} />}
    </>
  );
}
