import { Anchor, Button, Checkbox, Select, Stack, Table, Text } from '@mantine/core';
import { formatDay } from '#contract/dates.ts';
import type { BankRow, BankStatement, BankTarget } from '#contract/dropshipping/bank-statement.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { writeMoney } from '../../quantity.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Day, Money } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { payableOf, targetsFor } from './bank-targets.ts';

type Choosing = {
  chosenOf: (row: BankRow) => string | null;
  choose: (id: number, key: string | null) => void;
};

type BankRowsProps = {
  statement: BankStatement;
  rows: readonly BankRow[];
  /** For rows that can be received. */
  choosing?: Choosing;
};

/** Credits of a statement with the invoices or payouts that they match. */
export function BankRows({ statement, rows, choosing }: BankRowsProps) {
  const { t } = useTranslation('dropshipping');
  return (
    <StackedTable aria-label={t('bank.credits')} from={700}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('bank.text')}</Table.Th>
          <Table.Th>{t('bank.day')}</Table.Th>
          <Table.Th data-figure>{t('bank.amount')}</Table.Th>
          <Table.Th>{t('bank.target')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Td>
              <Text size="sm">{row.text}</Text>
            </Table.Td>
            <Table.Td data-label={t('bank.day')}>
              <Day value={row.day} />
            </Table.Td>
            <Table.Td data-figure data-label={t('bank.amount')}>
              <Money value={row.amountCentavos} />
            </Table.Td>
            <Table.Td data-label={t('bank.target')} miw={280}>
              {choosing ? (
                <TargetChoice statement={statement} row={row} choosing={choosing} />
              ) : (
                <Decided statement={statement} row={row} />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}

/** Label of a target in the select and beside its checkbox. */
function useTargetName() {
  const { t } = useTranslation('dropshipping');
  return (target: BankTarget): string => {
    const { invoices, payout } = target;
    if (payout) return t('bank.payout', { partner: payout.partner.name, day: formatDay(payout.paidOn) });
    return t('bank.invoices', {
      count: invoices.length,
      numbers: invoices.map(({ number }) => `#${number}`).join(', '),
      partner: invoices[0]?.partner.name ?? '',
      value: writeMoney(payableOf(target)),
    });
  };
}

function TargetChoice({
  statement,
  row,
  choosing,
}: {
  statement: BankStatement;
  row: BankRow;
  choosing: Choosing;
}) {
  const { t } = useTranslation('dropshipping');
  const { t: ui } = useTranslation();
  const nameOf = useTargetName();
  const ignore = useAct(api.bankStatements.ignore);
  const { proposed, others } = targetsFor(row, statement.open);
  const key = choosing.chosenOf(row);
  const target = [...proposed, ...others].find((one) => one.key === key)?.target;
  const [only] = proposed;
  const reason = row.reason === 'nothing' ? '' : t(`bank.reasons.${row.reason}`);
  const isSure = row.certainty === 'sure' && only !== undefined;
  const setAside = () => void ignore.run({ params: { id: statement.id }, body: { ids: [row.id] } });
  return (
    <Stack gap={4}>
      {isSure ? (
        <Checkbox
          label={nameOf(only.target)}
          description={reason}
          aria-label={t('bank.select', { text: row.text })}
          checked={key !== null}
          onChange={(event) => choosing.choose(row.id, event.currentTarget.checked ? only.key : null)}
        />
      ) : (
        <Select
          aria-label={t('bank.select', { text: row.text })}
          placeholder={t('bank.chooseTarget')}
          description={reason || undefined}
          data={[
            ...(proposed.length > 0
              ? [
                  {
                    group: t('bank.proposed'),
                    items: proposed.map((one) => ({ value: one.key, label: nameOf(one.target) })),
                  },
                ]
              : []),
            ...(others.length > 0
              ? [
                  {
                    group: t('bank.open'),
                    items: others.map((one) => ({ value: one.key, label: nameOf(one.target) })),
                  },
                ]
              : []),
          ]}
          value={key}
          onChange={(value) => choosing.choose(row.id, value)}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': ui('field.clear') }}
        />
      )}
      {target && <Difference row={row} target={target} />}
      {!isSure && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          loading={ignore.pending}
          onClick={setAside}
        >
          {t('bank.ignore')}
        </Button>
      )}
    </Stack>
  );
}

/** What happens to a shortfall or an excess, shown before receiving. */
function Difference({ row, target }: { row: BankRow; target: BankTarget }) {
  const { t } = useTranslation('dropshipping');
  const difference = row.amountCentavos - payableOf(target);
  if (difference === 0) return null;
  return (
    <Text size="xs" c="orange.9">
      {t(difference < 0 ? 'bank.less' : 'bank.more', { value: writeMoney(Math.abs(difference)) })}
    </Text>
  );
}

function Decided({ statement, row }: { statement: BankStatement; row: BankRow }) {
  const { t } = useTranslation('dropshipping');
  const restore = useAct(api.bankStatements.restore);
  if (row.state === 'ignored')
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        loading={restore.pending}
        onClick={() => void restore.run({ params: { id: statement.id }, body: { ids: [row.id] } })}
      >
        {t('bank.restore')}
      </Button>
    );
  if (row.received.length === 0) return <Text size="sm">{t('bank.receivedPayout')}</Text>;
  return (
    <Stack gap={2}>
      {row.received.map(({ id, number, partner, amountCentavos }) => (
        <Text size="sm" key={id}>
          <Anchor component={Link} to={paths.dropshipping.supplierInvoices({ invoice: id })} size="sm">
            {t('bank.receivedFor', { number: `#${number}`, partner: partner.name })}
          </Anchor>{' '}
          · {writeMoney(amountCentavos)}
        </Text>
      ))}
    </Stack>
  );
}
