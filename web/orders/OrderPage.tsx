import { Alert, Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCircleCheck, IconMessage, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import { useAct } from '../acts.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import type { Action } from '../ui/actions/action.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { Link, useGo, useIdParam } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Section } from '../ui/page/Section.tsx';
import { UnreadPage } from '../ui/page/UnreadPage.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { ChangedSale } from './ChangedSale.tsx';
import { OrderDeclaration } from './declarations/OrderDeclaration.tsx';
import { LateSale } from './LateSale.tsx';
import { OrderBadge } from './OrderBadge.tsx';
import { OrderChecklist } from './OrderChecklist.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderLines } from './OrderLines.tsx';
import { OrderMoney } from './OrderMoney.tsx';
import { OrderShipment } from './OrderShipment.tsx';
import { hasProof, ParcelProof } from './parcel/ParcelProof.tsx';
import { useCancelReason, useRefusalReason } from './remote-reason.ts';
import { Substitutes } from './substitutes/Substitutes.tsx';
import { useSubstitutes } from './substitutes/use-substitutes.ts';
import { OrderTags } from './tags/OrderTags.tsx';

const OrderFiscalData = lazyWithFallback(() => import('./fiscal/OrderFiscalData.tsx'));

export default function OrderPage() {
  const { t } = useTranslation('orders');
  const id = useIdParam();
  const result = useApi(api.orders.detail, { params: { id } });
  const [canceling, setCanceling] = useState(false);
  const order = result.data;
  const substitutes = useSubstitutes(order);
  const trail = [{ label: t('title'), to: paths.orders.list() }];
  if (!order || substitutes.isAwaited)
    return (
      <UnreadPage
        title={t('sale')}
        trail={trail}
        failed={actMessage('failures', 'orders.detail')}
        result={result}
      />
    );
  return (
    <Page
      title={t('saleNumber', { number: order.id })}
      trail={trail}
      badge={<OrderBadge order={order} />}
      hint={[
        order.account?.name ?? t('manual'),
        order.remoteOrderId,
        order.storeNumber && t('storeNumber', { number: order.storeNumber }),
        order.buyerName,
      ]
        .filter(Boolean)
        .join(' · ')}
      actions={<OrderActions order={order} cancel={() => setCanceling(true)} />}
    >
      {order.change && <ChangedSale sale={order} change={order.change} />}
      {order.late && <LateSale order={order} />}
      <OrderTags order={order} />
      <Notes order={order} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          {substitutes.found && <Substitutes order={order} found={substitutes.found} />}
          {!order.canceledAt && <OrderChecklist order={order} />}
          <OrderDeclaration order={order} />
          <OrderLines order={order} />
          <OrderFiscalData orderId={order.id} />
        </Stack>
        <Stack gap="md">
          <OrderMoney order={order} />
          <OrderShipment order={order} />
          {hasProof(order.proof) && (
            <Section title={t('proof.title')}>
              <ParcelProof proof={order.proof} />
            </Section>
          )}
          <OrderHistory order={order} />
        </Stack>
      </SimpleGrid>
      <CancelDialog order={order} opened={canceling} onClose={() => setCanceling(false)} />
    </Page>
  );
}

function OrderActions({ order, cancel }: { order: OrderDetail; cancel: () => void }) {
  const { t } = useTranslation('orders');
  const refresh = useAct(api.orders.refresh);
  const complete = useAct(api.orders.complete);
  const open = useAct(api.postsales.open, { success: false });
  const go = useGo();
  const params = { id: order.id };
  const manual = order.account === null;
  const refused = order.canceledAt
    ? t('detail.alreadyCanceled')
    : !canAct(orderActs, 'cancel', order.status) && t('detail.notCancelable');
  const items: (Action | false)[] = [
    manual &&
      order.status === 'sent' && {
        key: 'complete',
        label: t('detail.complete'),
        icon: IconCircleCheck,
        tone: 'primary',
        permission: 'orders.update',
        confirm: { title: t('detail.completeTitle'), confirm: t('detail.complete') },
        run: () => complete.run({ params }),
      },
    order.writesToBuyer && {
      key: 'write',
      label: t('detail.writeToBuyer'),
      icon: IconMessage,
      permission: 'postsales.answer',
      run: async () => {
        const done = await open.run({ body: { order: order.id } });
        if (done.ok) go(paths.chats.chat(done.response.id, { tab: 'all' }));
      },
    },
    !manual && {
      key: 'refresh',
      label: t('detail.refresh'),
      icon: IconRefresh,
      permission: 'orders.update',
      run: () => refresh.run({ params }),
    },
    {
      key: 'cancel',
      label: t('detail.cancel'),
      icon: IconBan,
      tone: 'bad',
      permission: 'orders.cancel',
      refused,
      secondary: true,
      run: cancel,
    },
  ];
  return <Actions items={items} />;
}

/** Notices that come before everything else. */
function Notes({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const cancelReason = useCancelReason();
  const refusalReason = useRefusalReason();
  const left = ['shipped', 'delivered'].includes(order.shipmentStatus);
  const unpacked = left && !order.packedAt && !order.canceledAt && order.logisticType !== 'fulfillment';
  const notes = [
    order.fraudRisk && t('flags.fraud'),
    order.refusedAt &&
      !order.canceledAt &&
      t('detail.refusedNote', { supplier: order.supplier?.name ?? '', reason: order.refusedReason ?? '' }),
    order.canceledAt && t('detail.canceledNote', { reason: cancelReason(order.canceledReason || '—') }),
    order.remoteCancel === 'queued' && t('detail.remoteCancelQueued'),
    order.remoteCancel === 'refused' &&
      `${t('flags.cancelRefused')}: ${refusalReason(order.remoteCancelError)}`,
    order.returnExpected && t('flags.returnExpected'),
    unpacked && t('flags.leftUnpacked'),
  ].filter((note) => typeof note === 'string');
  return (
    <>
      {notes.map((note) => (
        <Alert
          key={note}
          variant="light"
          color={order.canceledAt ? 'gray' : 'red'}
          icon={<IconAlertTriangle aria-hidden />}
        >
          {note}
        </Alert>
      ))}
      {[
        { key: 'buyer', title: t('detail.buyerNote'), text: order.buyerNote },
        { key: 'seller', title: t('detail.sellerNote'), text: order.sellerNote },
      ].map(
        ({ key, title, text }) =>
          text && (
            <Alert key={key} variant="light" color="blue" icon={<IconMessage aria-hidden />} title={title}>
              <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>
            </Alert>
          ),
      )}
      {order.packmates.length > 0 && (
        <Group gap="xs">
          {t('detail.packmates')}:
          {order.packmates.map((id) => (
            <Anchor key={id} component={Link} to={paths.orders.order(id)}>
              {t('saleNumber', { number: id })}
            </Anchor>
          ))}
        </Group>
      )}
    </>
  );
}
