import { Anchor, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatInstant } from '#contract/dates.ts';
import type { AccountDoctor } from '#contract/marketplaces/account-doctor.ts';
import type { PayoutReading } from '#contract/orders/payout-reading.ts';
import { i18n, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { nothing } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';

type Props = { doctor: AccountDoctor };
type Line = { key: string; cells: readonly ReactNode[] };
type LinesProps = {
  label: string;
  heads: readonly string[];
  lines: readonly Line[];
  /** Of the table, in a card beside others: px. */
  from?: number;
};

/** A short table; on a phone each row is a card. */
function Lines({ label, heads, lines, from = 600 }: LinesProps) {
  return (
    <StackedTable aria-label={label} verticalSpacing={4} from={from}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ key, cells }) => (
          <Table.Tr key={key}>
            {heads.map((head, n) => (
              <Table.Td key={head} data-label={head}>
                {cells[n]}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}

const Nothing = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);

const Amiss = ({ label }: { label: string }) => (
  <StateBadge tone="bad" icon={IconAlertTriangle} label={label} />
);

export function Topics({ doctor: { topics } }: Props) {
  const { t } = useTranslation('marketplaces');
  const at = (instant: string | null) => (instant ? formatInstant(instant) : t('doctor.never'));
  return (
    <Section title={t('doctor.topics')}>
      {topics.length === 0 ? (
        <Nothing text={t('doctor.topicsEmpty')} />
      ) : (
        <Lines
          label={t('doctor.topics')}
          heads={[t('doctor.topic'), t('doctor.heard'), t('doctor.happened')]}
          lines={topics.map(({ what, heardAt, happenedAt, isSilent }) => ({
            key: what,
            cells: [
              t(`doctor.about.${what}`),
              <span key="heard">
                {at(heardAt)} {isSilent && <Amiss label={t('doctor.silent')} />}
              </span>,
              happenedAt ? at(happenedAt) : nothing,
            ],
          }))}
        />
      )}
    </Section>
  );
}

export function Searches({
  doctor: { account, sweeps },
  payouts,
}: Props & { payouts: PayoutReading | undefined }) {
  const { t } = useTranslation('marketplaces');
  const swept = sweeps.map(
    ({ what, at, isLate }): Line => ({
      key: what,
      cells: [
        t(`doctor.about.${what}`),
        <span key="at">
          {at ? formatInstant(at) : t('doctor.never')} {isLate && <Amiss label={t('doctor.late')} />}
        </span>,
      ],
    }),
  );
  const read: Line[] = payouts?.isTold
    ? [
        {
          key: 'payouts',
          cells: [<ToPayouts key="what" accountId={account.id} />, <Payouts key="at" reading={payouts} />],
        },
      ]
    : [];
  return (
    <Section title={t('doctor.sweeps')}>
      <Lines
        label={t('doctor.sweeps')}
        heads={[t('doctor.topic'), t('doctor.swept')]}
        lines={[...swept, ...read]}
        from={420}
      />
    </Section>
  );
}

function ToPayouts({ accountId }: { accountId: number }) {
  const { t } = useTranslation('marketplaces');
  return (
    <Anchor component={Link} to={paths.orders.payouts({ account: String(accountId) })} size="sm" data-touch>
      {t('doctor.payouts')}
    </Anchor>
  );
}

/** The last reading of payouts; of a later one that failed, what to do. */
function Payouts({ reading: { isReading, readAt, failedAt, failure } }: { reading: PayoutReading }) {
  const { t } = useTranslation(['marketplaces', 'orders']);
  const failed = !isReading && failedAt && failure;
  return (
    <>
      {readAt ? formatInstant(readAt) : t('doctor.never')}
      {isReading && ` · ${t('doctor.payoutsRunning')}`}
      {failed && (
        <>
          {' '}
          <Amiss label={t('doctor.payoutsFailed', { at: formatInstant(failedAt) })} />
          <Text size="xs" c="dimmed">
            {t(`orders:payouts.readFailures.${failure}`)}
          </Text>
        </>
      )}
    </>
  );
}

export function AdsInError({ doctor: { failedAds } }: Props) {
  const { t } = useTranslation(['marketplaces', 'advertisements']);
  const wordOf = (code: string) => {
    const key = `advertisements:error.codes.${code.replaceAll('.', '_')}`;
    return i18n.exists(key) ? t(key as 'advertisements:error.codes.no_stock') : code;
  };
  return (
    <Section title={t('doctor.ads')}>
      {failedAds.length === 0 ? (
        <Nothing text={t('doctor.adsEmpty')} />
      ) : (
        <Lines
          label={t('doctor.ads')}
          heads={[t('doctor.cause'), t('doctor.count')]}
          lines={failedAds.map(({ code, message, count }) => ({
            key: code,
            cells: [
              <div key="cause">
                {wordOf(code)}
                {message && <Nothing text={message} />}
              </div>,
              count,
            ],
          }))}
        />
      )}
    </Section>
  );
}

export function LastCalls({ doctor: { calls } }: Props) {
  const { t } = useTranslation('marketplaces');
  return (
    <Section title={t('doctor.calls')} hint={t('doctor.callsHint')}>
      {calls.length === 0 ? (
        <Nothing text={t('doctor.callsEmpty')} />
      ) : (
        <Lines
          label={t('doctor.calls')}
          heads={[t('doctor.at'), t('doctor.call'), t('doctor.answer'), t('doctor.time')]}
          lines={calls.map((call, n) => ({
            key: `${call.at} ${n}`,
            cells: [
              formatInstant(call.at),
              <span key="call" style={{ overflowWrap: 'anywhere' }}>
                {call.method} {call.path}
              </span>,
              [call.status ?? t('doctor.noAnswer'), call.code !== 'no_answer' && call.code]
                .filter(Boolean)
                .join(' · '),
              t('doctor.milliseconds', { count: call.milliseconds }),
            ],
          }))}
        />
      )}
    </Section>
  );
}
