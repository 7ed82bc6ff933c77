import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '#contract/dates.ts';
import {
  type BankStatementRow,
  bankStatementFilter,
  bankStatementSorts,
} from '#contract/dropshipping/bank-statement.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Instant, nothing, Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { useSession } from '../../use-session.ts';
import { UploadDialog } from './UploadDialog.tsx';

/** Imported bank files, the latest first. */
export default function BankStatementsPage() {
  const { t } = useTranslation('dropshipping');
  const { session } = useSession();
  const list = useListState({ fields: bankStatementFilter, sorts: bankStatementSorts, sort: '-at' });
  const statements = useApi(api.bankStatements.list, { query: list.query });
  const [sending, setSending] = useState(false);
  const side = session?.business?.type === 'supply' ? 'supplier' : 'seller';
  const columns: Column<BankStatementRow, string, SortKey<typeof bankStatementSorts>>[] = [
    { key: 'file', label: t('bank.file'), cell: (row) => row.fileName, width: 220, card: 'title' },
    { key: 'period', label: t('bank.period'), cell: periodOf, width: 195 },
    {
      key: 'credits',
      label: t('bank.credits'),
      cell: (row) => <Quantity value={row.creditCount} />,
      align: 'right',
      width: 110,
    },
    {
      key: 'toCheck',
      label: t('bank.toCheck'),
      cell: (row) => row.creditCount - row.receivedCount - row.ignoredCount,
      align: 'right',
      width: 120,
    },
    {
      key: 'received',
      label: t('bank.received'),
      cell: (row) => <Quantity value={row.receivedCount} />,
      align: 'right',
      width: 120,
    },
    {
      key: 'at',
      label: t('bank.sentAt'),
      cell: (row) => <Instant value={row.at} />,
      sort: 'at',
      width: 148,
    },
    { key: 'by', label: t('bank.sentBy'), cell: (row) => row.by, width: 150 },
  ];
  const upload: Action = {
    key: 'upload',
    label: t('bank.upload'),
    icon: IconUpload,
    permission: 'bank-statements.receive',
    run: () => setSending(true),
  };
  return (
    <Page title={t('bank.title')} hint={t(`bank.${side}Hint`)} actions={<Actions items={[upload]} />}>
      <FilterBar list={list} controls={[]} />
      <DataTable
        name="bank-statements"
        label={t('bank.title')}
        list={list}
        result={statements}
        failed={actMessage('failures', 'bankStatements.list')}
        columns={columns}
        link={(row) => paths.dropshipping.bankStatement(row.id)}
        rowName={(row) => row.fileName}
        empty={{ title: t('bank.empty'), hint: t('bank.emptyHint'), action: <Actions items={[upload]} /> }}
      />
      {sending && <UploadDialog onClose={() => setSending(false)} />}
    </Page>
  );
}

const periodOf = ({ firstDay, lastDay }: BankStatementRow) =>
  firstDay === null || lastDay === null ? nothing : `${formatDay(firstDay)} – ${formatDay(lastDay)}`;
