import { Alert, Group, Select, Skeleton, Stack } from '@mantine/core';
import {
  IconCalendarCheck,
  IconFiles,
  IconFileTypeXls,
  IconListDetails,
  IconLockOpen,
  IconPlugConnected,
  IconUpload,
} from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { formatInstant, formatMonth } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { PayoutMonth } from '#contract/orders/payout.ts';
import { fetchToDisk, useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { Money } from '../../ui/page/values.tsx';
import { PayoutDays } from './PayoutDays.tsx';
import { PayoutFindings } from './PayoutFindings.tsx';
import { PayoutReading } from './PayoutReading.tsx';
import { usePayoutAccounts } from './payout-accounts.ts';
import { ReportDialog } from './ReportDialog.tsx';

/** The account and the month, kept in the address of the screen. */
function useChoice(first: string | undefined) {
  const go = useGo();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const asked = String(search.account ?? '');
  const account = /^\d{1,15}$/.test(asked) ? asked : first;
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(String(search.month ?? '')) ? search.month : undefined;
  return {
    ...{ account, month },
    change: (next: { account: string; month?: string }) => go(paths.orders.payouts(next), { replace: true }),
  };
}

/** What each account released, beside what its sales should bring. */
export default function PayoutsPage() {
  const { t } = useTranslation(['orders', 'ui']);
  const accounts = usePayoutAccounts();
  const { account, month, change } = useChoice(accounts.options[0]?.value);
  const query = { account: account ?? '0', ...(month && { month }) };
  const found = useApi(api.payouts.detail, { query }, { enabled: account !== undefined });
  const [sending, setSending] = useState(false);
  const reading = useApi(
    api.payoutReadings.detail,
    { params: { id: Number(account ?? 0) } },
    { enabled: account !== undefined },
  );
  // The reading is above the month and as high as its sentence, so both appear together.
  const data = account === undefined || reading.isPending ? undefined : found.data;
  const isWithout = accounts.data !== undefined && accounts.options.length === 0;
  const upload: Action = {
    key: 'upload',
    label: t('payouts.upload'),
    icon: IconUpload,
    permission: 'payouts.manage',
    run: () => setSending(true),
  };
  const links: Action[] = [
    { key: 'lines', label: t('payouts.lines'), icon: IconListDetails, to: linesOf(account) },
    { key: 'files', label: t('payouts.files'), icon: IconFiles, to: paths.orders.payoutFiles() },
  ];
  const failure = accounts.error ?? found.error;
  const retry = accounts.error ? accounts.refetch : found.refetch;
  return (
    <Page
      title={t('payouts.title')}
      hint={t('payouts.hint')}
      actions={!isWithout && <Actions items={[upload, ...links]} />}
    >
      {isWithout && (
        <EmptyState
          title={t('payouts.noAccounts')}
          hint={t('payouts.noAccountsHint')}
          action={<Actions items={[toAccounts(t('ui:menu.accounts'))]} />}
        />
      )}
      {!isWithout && (
        <Group align="flex-end">
          <Select
            label={t('payouts.account')}
            w={300}
            maw="100%"
            data={accounts.options}
            value={account ?? null}
            onChange={(value) => value && change({ account: value })}
            allowDeselect={false}
            disabled={!accounts.data}
          />
          <Select
            label={t('payouts.month')}
            data={monthOptions(data, (text) => t('payouts.closedMonth', { month: text }))}
            value={data?.month ?? null}
            onChange={(value) => value && account && change({ account, month: value })}
            allowDeselect={false}
            disabled={!data}
          />
        </Group>
      )}
      {account && (data || failure) && <PayoutReading key={account} accountId={Number(account)} />}
      {data && <Month data={data} upload={upload} />}
      {!data && !failure && !isWithout && <Skeleton height={320} />}
      {!data && failure && (
        <ErrorState title={actMessage('failures', 'payouts.detail')} failure={failure} retry={retry} />
      )}
      {sending && account && (
        <ReportDialog
          accountId={Number(account)}
          onClose={() => setSending(false)}
          onRead={(file) => {
            setSending(false);
            change({ account, month: file.lastDay.slice(0, 7) });
          }}
        />
      )}
    </Page>
  );
}

const linesOf = (account: string | undefined) =>
  paths.orders.payoutLines(account === undefined ? {} : { query: `account:${account}` });

const toAccounts = (label: string): Action => ({
  ...{ key: 'accounts', label, icon: IconPlugConnected },
  permission: 'accounts.read',
  to: paths.marketplaces.accounts(),
});

/** Months with lines, and the one that is shown. */
function monthOptions(data: PayoutMonth | undefined, closedName: (month: string) => string) {
  if (!data) return [];
  const { months, month } = data;
  const all = months.some((one) => one.month === month) ? months : [{ month, isClosed: false }, ...months];
  return all.map((one) => {
    const name = formatMonth(one.month);
    return { value: one.month, label: one.isClosed ? closedName(name) : name };
  });
}

function Month({ data, upload }: { data: PayoutMonth; upload: Action }) {
  const { t } = useTranslation('orders');
  if (data.days.length === 0)
    return (
      <EmptyState
        title={t('payouts.empty')}
        hint={t('payouts.emptyHint')}
        action={<Actions items={[upload]} />}
      />
    );
  const difference = data.releasedCentavos - data.expectedCentavos;
  return (
    <Stack gap="md">
      {data.closed && (
        <Alert color="green">
          {t('payouts.closedBy', { by: data.closed.by, at: formatInstant(data.closed.at) })}
        </Alert>
      )}
      <StatGrid>
        <Stat label={t('payouts.expected')} value={<Money value={data.expectedCentavos} />} />
        <Stat label={t('payouts.released')} value={<Money value={data.releasedCentavos} />} />
        <Stat label={t('payouts.difference')} value={<Money value={difference} loss={difference < 0} />} />
        <Stat label={t('payouts.transferred')} value={<Money value={data.transferredCentavos} />} />
        <Stat
          label={t('payouts.toCheck')}
          value={data.openCount}
          tone={data.openCount > 0 ? 'attention' : 'good'}
        />
        <Stat label={t('payouts.accepted')} value={data.acceptedCount} />
      </StatGrid>
      <PayoutFindings key={`${data.account.id} ${data.month}`} month={data} />
      <Section title={t('payouts.days')} actions={<MonthActions data={data} />}>
        <PayoutDays days={data.days} />
      </Section>
    </Stack>
  );
}

/** Exports the month, closes it, or opens it again. */
function MonthActions({ data }: { data: PayoutMonth }) {
  const { t } = useTranslation('orders');
  const close = useAct(api.payouts.close);
  const reopen = useAct(api.payouts.reopen);
  const toFile = useExport(data);
  const body = { accountId: data.account.id, month: data.month };
  const item: Action = data.closed
    ? {
        ...{ key: 'reopen', label: t('payouts.reopen'), icon: IconLockOpen, permission: 'payouts.manage' },
        pending: reopen.pending,
        run: () => reopen.run({ body }),
      }
    : {
        ...{ key: 'close', label: t('payouts.close'), icon: IconCalendarCheck, permission: 'payouts.manage' },
        pending: close.pending,
        refused:
          (!data.isOver && t('payouts.closeRunning')) || (data.openCount > 0 && t('payouts.closeOpen')),
        confirm: {
          title: t('payouts.closeSure', { month: formatMonth(data.month) }),
          message: t('payouts.closeText'),
          confirm: t('payouts.close'),
        },
        run: () => close.run({ body }),
      };
  return <Actions items={[item, toFile]} />;
}

function useExport({ account, month }: PayoutMonth): Action {
  const { t } = useTranslation('orders');
  const [pending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    await fetchToDisk(api.payouts.file, { query: { account: String(account.id), month } });
    setPending(false);
  };
  return {
    ...{ key: 'file', label: t('payouts.toFile'), icon: IconFileTypeXls },
    ...{ pending, run },
  };
}
