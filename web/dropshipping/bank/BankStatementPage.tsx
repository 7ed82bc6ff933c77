import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconCash, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '#contract/dates.ts';
import type { BankRow, BankStatement } from '#contract/dropshipping/bank-statement.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { writeMoney } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { useGo, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { toast } from '../../ui/toasts.ts';
import { BankRows } from './BankRows.tsx';
import { keyOfTarget, receiptOf } from './bank-targets.ts';

/** The credits of a file, each with its match; one press receives the selected ones. */
export default function BankStatementPage() {
  const { t } = useTranslation('dropshipping');
  const id = useIdParam();
  const go = useGo();
  const result = useApi(api.bankStatements.detail, { params: { id } });
  const remove = useAct(api.bankStatements.remove, {
    onSuccess: () => go(paths.dropshipping.bankStatements(), { replace: true }),
  });
  const trail = [{ label: t('bank.title'), to: paths.dropshipping.bankStatements() }];
  if (!result.data)
    return (
      <UnreadPage
        title={t('bank.one')}
        trail={trail}
        failed={actMessage('failures', 'bankStatements.detail')}
        result={result}
      />
    );
  const { data } = result;
  const days =
    data.firstDay === null || data.lastDay === null
      ? []
      : [`${formatDay(data.firstDay)} – ${formatDay(data.lastDay)}`];
  const accounts =
    data.accounts.length > 0 ? [t('bank.accounts', { accounts: data.accounts.join(', ') })] : [];
  return (
    <Page
      title={data.fileName}
      trail={trail}
      hint={[...days, ...accounts].join(' · ')}
      actions={
        <Actions
          items={[
            {
              key: 'remove',
              label: t('bank.remove'),
              icon: IconTrash,
              permission: 'bank-statements.receive',
              tone: 'bad',
              pending: remove.pending,
              refused: data.receivedCount > 0 && t('bank.removeNot'),
              confirm: {
                title: t('bank.removeSure'),
                message: t('bank.removeText'),
                confirm: t('bank.remove'),
              },
              run: () => remove.run({ params: { id } }),
            },
          ]}
        />
      }
    >
      <Credits key={data.id} statement={data} />
    </Page>
  );
}

const inState = (rows: readonly BankRow[], state: BankRow['state'], certainty?: BankRow['certainty']) =>
  rows.filter((row) => row.state === state && (certainty === undefined || row.certainty === certainty));

function Credits({ statement }: { statement: BankStatement }) {
  const { t } = useTranslation('dropshipping');
  const { rows } = statement;
  const waiting = inState(rows, 'new');
  const received = inState(rows, 'received');
  const aside = inState(rows, 'ignored');
  return (
    <Stack gap="md">
      <StatGrid>
        <Stat label={t('bank.credits')} value={statement.creditCount} />
        <Stat
          label={t('bank.toCheck')}
          value={waiting.length}
          tone={waiting.length > 0 ? 'attention' : 'neutral'}
        />
        <Stat label={t('bank.received')} value={received.length} tone="good" />
        <Stat label={t('bank.aside')} value={aside.length} />
      </StatGrid>
      <LeftOut statement={statement} />
      {rows.length === 0 && <EmptyState title={t('bank.nothing')} hint={t('bank.nothingHint')} />}
      {waiting.length > 0 && <Waiting statement={statement} waiting={waiting} />}
      {aside.length > 0 && (
        <Section title={t('bank.aside')}>
          <BankRows statement={statement} rows={aside} />
        </Section>
      )}
      {received.length > 0 && (
        <Section title={t('bank.received')}>
          <BankRows statement={statement} rows={received} />
        </Section>
      )}
    </Stack>
  );
}

/** Explains which rows of the file are not listed as credits. */
function LeftOut({ statement }: { statement: BankStatement }) {
  const { t } = useTranslation('dropshipping');
  const { knownCount, debitCount, unreadable } = statement;
  return (
    <>
      {(knownCount > 0 || debitCount > 0) && (
        <Text size="sm" c="dimmed">
          {[
            knownCount > 0 ? t('bank.known', { count: knownCount }) : '',
            debitCount > 0 ? t('bank.debits', { count: debitCount }) : '',
          ]
            .filter(Boolean)
            .join(' ')}
        </Text>
      )}
      {unreadable.length > 0 && (
        <Alert color="yellow" title={t('bank.unreadable')}>
          <Text size="sm">{t('bank.unreadableHint')}</Text>
          <List size="sm" mt="xs">
            {unreadable.map(({ line, text }) => (
              <List.Item key={line}>{t('bank.line', { line, text })}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

type Choices = Record<number, string | null>;

function Waiting({ statement, waiting }: { statement: BankStatement; waiting: readonly BankRow[] }) {
  const { t } = useTranslation('dropshipping');
  const { t: ui } = useTranslation();
  const { t: errors } = useTranslation('errors');
  const [choices, setChoices] = useState<Choices>({});
  const receive = useAct(api.bankStatements.receive);
  const chosenOf = (row: BankRow): string | null => {
    const said = choices[row.id];
    if (said !== undefined) return said;
    const [only] = row.targets;
    return row.certainty === 'sure' && only ? keyOfTarget(only) : null;
  };
  const chosen = waiting.flatMap((row) => {
    const key = chosenOf(row);
    return key === null ? [] : [{ row, key }];
  });
  const total = chosen.reduce((sum, { row }) => sum + row.amountCentavos, 0);
  const send = async () => {
    const done = await receive.run({
      params: { id: statement.id },
      body: { rows: chosen.map(({ row, key }) => receiptOf(row.id, key)) },
    });
    if (!done.ok) return;
    setChoices({});
    const [left] = done.response.failed;
    if (left) toast.failure(ui('bulk.failed', { count: done.response.failed.length }), errors(left.code));
  };
  const table = (certainty: BankRow['certainty']) => {
    const rows = inState(waiting, 'new', certainty);
    if (rows.length === 0) return null;
    return (
      <Section title={t(`bank.${certainty}`)} hint={t(`bank.${certainty}Hint`)}>
        <BankRows
          statement={statement}
          rows={rows}
          choosing={{ chosenOf, choose: (id, key) => setChoices((known) => ({ ...known, [id]: key })) }}
        />
      </Section>
    );
  };
  return (
    <>
      <Group gap="sm" align="center">
        <Button
          leftSection={<IconCash size={16} aria-hidden />}
          disabled={chosen.length === 0}
          loading={receive.pending}
          onClick={() => void send()}
        >
          {chosen.length === 0
            ? t('bank.receiveNone')
            : t('bank.receive', { count: chosen.length, total: writeMoney(total) })}
        </Button>
        <Text size="sm" c="dimmed">
          {t('bank.final')}
        </Text>
      </Group>
      {table('sure')}
      {table('ask')}
      {table('none')}
    </>
  );
}
