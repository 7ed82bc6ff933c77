import { Anchor, Button, Checkbox, Group, Table, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { PayoutFinding, PayoutMonth } from '#contract/orders/payout.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Day, Money, nothing } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { useSession } from '../../use-session.ts';
import { AcceptDialog } from './AcceptDialog.tsx';

/** The differences of a month; open ones are accepted with a note. */
export function PayoutFindings({ month }: { month: PayoutMonth }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [accepting, setAccepting] = useState(false);
  const open = month.findings.filter(({ accepted }) => accepted === null).map(({ key }) => key);
  const keys = chosen.filter((key) => open.includes(key));
  const isChanging = can('payouts.manage') && month.closed === null;
  if (month.findings.length === 0)
    return <EmptyState title={t('payouts.noFindings')} hint={t('payouts.noFindingsHint')} icon={IconCheck} />;
  const choose = (key: string, isChosen: boolean) =>
    setChosen(isChosen ? [...keys, key] : keys.filter((one) => one !== key));
  const total = month.openCount + month.acceptedCount;
  return (
    <Section
      title={t('payouts.findings')}
      hint={total > month.findings.length && t('payouts.shown', { shown: month.findings.length, total })}
      actions={
        isChanging &&
        open.length > 0 && (
          <Button disabled={keys.length === 0} onClick={() => setAccepting(true)}>
            {keys.length === 0 ? t('payouts.acceptNone') : t('payouts.accept', { count: keys.length })}
          </Button>
        )
      }
    >
      {isChanging && open.length > 1 && (
        <Checkbox
          label={t('payouts.selectAll')}
          checked={keys.length === open.length}
          indeterminate={keys.length > 0 && keys.length < open.length}
          onChange={(event) => setChosen(event.currentTarget.checked ? open : [])}
        />
      )}
      <Findings month={month} isChanging={isChanging} keys={keys} choose={choose} />
      {accepting && <AcceptDialog month={month} keys={keys} onClose={() => setAccepting(false)} />}
    </Section>
  );
}

type FindingsProps = {
  month: PayoutMonth;
  isChanging: boolean;
  keys: readonly string[];
  choose: (key: string, isChosen: boolean) => void;
};

function Findings({ month, isChanging, keys, choose }: FindingsProps) {
  const { t } = useTranslation('orders');
  return (
    <StackedTable aria-label={t('payouts.findings')} from={900}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('payouts.number')}</Table.Th>
          <Table.Th>{t('payouts.day')}</Table.Th>
          <Table.Th>{t('payouts.cause')}</Table.Th>
          <Table.Th data-figure>{t('payouts.expected')}</Table.Th>
          <Table.Th data-figure>{t('payouts.released')}</Table.Th>
          <Table.Th data-figure>{t('payouts.difference')}</Table.Th>
          <Table.Th>{t('payouts.state')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {month.findings.map((finding) => (
          <Table.Tr key={finding.key}>
            <Table.Td>
              <Group gap="xs" wrap="nowrap">
                {isChanging && finding.accepted === null && (
                  <Checkbox
                    aria-label={t('payouts.select', { number: nameOf(finding) })}
                    checked={keys.includes(finding.key)}
                    onChange={(event) => choose(finding.key, event.currentTarget.checked)}
                  />
                )}
                <Sale finding={finding} />
              </Group>
            </Table.Td>
            <Table.Td data-label={t('payouts.day')}>
              <Day value={finding.day} />
            </Table.Td>
            <Table.Td data-label={t('payouts.cause')} miw={220}>
              <Text size="sm">{t(`payouts.causes.${finding.cause}`)}</Text>
              <Text size="xs" c="dimmed">
                {t(`payouts.causeHints.${finding.cause}`)}
              </Text>
            </Table.Td>
            <Table.Td data-figure data-label={t('payouts.expected')}>
              <Money value={finding.expectedCentavos} />
            </Table.Td>
            <Table.Td data-figure data-label={t('payouts.released')}>
              <Money value={finding.releasedCentavos} />
            </Table.Td>
            <Table.Td data-figure data-label={t('payouts.difference')}>
              <Money value={finding.differenceCentavos} strong loss={finding.differenceCentavos < 0} />
            </Table.Td>
            <Table.Td data-label={t('payouts.state')} miw={160}>
              <State month={month} finding={finding} isChanging={isChanging} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}

const nameOf = ({ number, text }: PayoutFinding) => number || text || nothing;

function Sale({ finding }: { finding: PayoutFinding }) {
  const { orderId, text, number } = finding;
  if (orderId !== null)
    return (
      <Anchor component={Link} to={paths.orders.order(orderId)} size="sm">
        {nameOf(finding)}
      </Anchor>
    );
  return (
    <div>
      <Text size="sm">{nameOf(finding)}</Text>
      {number !== '' && (
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      )}
    </div>
  );
}

type StateProps = { month: PayoutMonth; finding: PayoutFinding; isChanging: boolean };

function State({ month, finding: { key, accepted }, isChanging }: StateProps) {
  const { t } = useTranslation('orders');
  const withdraw = useAct(api.payouts.withdraw);
  if (accepted === null) return <Text size="sm">{t('payouts.open')}</Text>;
  const body = { accountId: month.account.id, month: month.month, keys: [key] };
  return (
    <>
      <Text size="sm">{t('payouts.acceptedBy', { by: accepted.by, note: accepted.note })}</Text>
      {isChanging && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={withdraw.pending}
          onClick={() => void withdraw.run({ body })}
        >
          {t('payouts.withdraw')}
        </Button>
      )}
    </>
  );
}
