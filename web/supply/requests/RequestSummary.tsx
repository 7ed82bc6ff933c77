import { Alert, Button, Table, Text } from '@mantine/core';
import { formatDay } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { SupplyRequest } from '#contract/supply/supply-request.ts';
import type { RequestLine } from '#contract/supply/supply-request-line.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { Facts } from '../../ui/page/Facts.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Day, Instant, Money, Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { useSession } from '../../use-session.ts';
import { LineAnswer } from '../LineAnswer.tsx';
import { nameOf } from './request-values.ts';

/** A request that can no longer be edited, or not by this reader. */
export function RequestSummary({ request }: { request: SupplyRequest }) {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  const facts = [
    [t('requests.supplier'), request.supplier.name],
    [t('requests.warehouse'), request.warehouse.name],
    [t('requests.estimatedDelivery'), <Day key="delivery" value={request.estimatedDelivery} />],
    [t('requests.totalProducts'), request.totalProducts ?? t('requests.hiddenCount')],
    ...(can('prices.read')
      ? [[t('requests.total'), <Money key="total" value={request.totalCentavos} />] as const]
      : []),
    [t('requests.createdBy'), request.createdBy],
    [t('requests.created'), <Instant key="created" value={request.createdAt} />],
    [t('requests.approvedBy'), request.approvedBy ?? '—'],
  ] as const;
  return (
    <>
      {request.cancelReason && (
        <Alert color="gray">{t('requests.canceledFor', { reason: request.cancelReason })}</Alert>
      )}
      <Section title={t('requests.data')}>
        <Facts facts={facts} />
        {request.notes && <Text size="sm">{request.notes}</Text>}
      </Section>
      <Section title={t('requests.lines')} actions={<TakeAll request={request} />}>
        <SummaryLines request={request} priced={can('prices.read')} />
      </Section>
    </>
  );
}

/** Answers are decided while the goods are on their way. */
const hasArrived = ({ state }: SupplyRequest) => state !== 'in_transport';

/** Decides several answers at once. */
function TakeAll({ request }: { request: SupplyRequest }) {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  const decide = useAct(api.supplyRequests.decideAnswers);
  const open = request.lines.flatMap(({ answer }) => (answer?.taken === null ? [answer.id] : []));
  if (open.length < 2 || hasArrived(request) || !can('supply-requests.update')) return null;
  const body = { answerIds: open, taken: true };
  return (
    <Button
      variant="default"
      loading={decide.pending}
      onClick={() => void decide.run({ params: { id: request.id }, body })}
    >
      {t('answer.takeAll')}
    </Button>
  );
}

/** The accepted values of the vendor's answers, below the ordered ones. */
function Confirmed({ line }: { line: RequestLine }) {
  const { t } = useTranslation('supply');
  const { confirmedQuantity: quantity, confirmedOn } = line;
  if (quantity === null) return null;
  return (
    <Text size="xs" c={quantity === line.quantity ? 'dimmed' : 'var(--easy-attention-text)'}>
      {t('answer.confirmed', { quantity })}
      {confirmedOn && ` ${t('answer.on', { day: formatDay(confirmedOn) })}`}
    </Text>
  );
}

function SummaryLines({ request, priced }: { request: SupplyRequest; priced: boolean }) {
  const { t } = useTranslation('supply');
  const answered = request.lines.some((line) => line.answer !== null);
  return (
    <StackedTable aria-label={t('requests.lines')} from={700}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('requests.product')}</Table.Th>
          <Table.Th>{t('requests.supplierSku')}</Table.Th>
          <Table.Th data-figure>{t('requests.quantity')}</Table.Th>
          <Table.Th data-figure>{t('requests.volumes')}</Table.Th>
          {priced && <Table.Th data-figure>{t('requests.price')}</Table.Th>}
          {priced && <Table.Th data-figure>{t('requests.lineTotal')}</Table.Th>}
          {answered && <Table.Th>{t('answer.column')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {request.lines.map((line) => (
          <Table.Tr key={line.id}>
            <Table.Td>
              {nameOf(line)}
              <Text size="xs" c="dimmed">
                {line.sku}
              </Text>
            </Table.Td>
            <Table.Td data-label={t('requests.supplierSku')}>{line.supplierSku || '—'}</Table.Td>
            <Table.Td data-label={t('requests.quantity')} data-figure>
              <Quantity value={line.quantity} />
              <Confirmed line={line} />
            </Table.Td>
            <Table.Td data-label={t('requests.volumes')} data-figure>
              <Quantity value={line.volumes} />
            </Table.Td>
            {priced && (
              <Table.Td data-label={t('requests.price')} data-figure>
                <Money value={line.priceCentavos} />
              </Table.Td>
            )}
            {priced && (
              <Table.Td data-label={t('requests.lineTotal')} data-figure>
                <Money value={line.totalCentavos} />
              </Table.Td>
            )}
            {answered && (
              <Table.Td data-label={t('answer.column')}>
                <LineAnswer requestId={request.id} line={line} arrived={hasArrived(request)} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}
