import { Anchor, Drawer, Skeleton, Stack, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { SerialDetail } from '#contract/inventory/serial.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { ReasonDialog } from '../../orders/checkout/ReasonDialog.tsx';
import { answerOf, isRefusal } from '../../orders/checkout/shown-refusal.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Facts } from '../../ui/page/Facts.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Timeline } from '../../ui/page/Timeline.tsx';
import { useSession } from '../../use-session.ts';
import { serialBadges, serialEventTones } from './serial-badges.ts';

/** One serial number: where its unit is, its history, and corrections by hand. */
export default function SerialDrawer({ id, close }: { id: number; close: () => void }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const serial = useApi(api.serials.detail, { params: { id } });
  const [marking, setMarking] = useState<'gone' | 'in_stock' | null>(null);
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      closeOnEscape={marking === null}
      size="lg"
      title={
        <Text span fw={700} size="lg">
          {t('serials.one')} {serial.data?.code}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      {serial.error && !serial.data ? (
        <ErrorState failure={serial.error} retry={() => void serial.refetch()} />
      ) : serial.data ? (
        <Stack gap="lg">
          <Summary serial={serial.data} mark={setMarking} />
          <Section title={t('serials.history')}>
            <History serial={serial.data} />
          </Section>
        </Stack>
      ) : (
        <Skeleton height={320} />
      )}
      {marking && serial.data && (
        <MarkDialog serial={serial.data} to={marking} close={() => setMarking(null)} />
      )}
    </Drawer>
  );
}

type SummaryProps = { serial: SerialDetail; mark: (to: 'gone' | 'in_stock') => void };

function Summary({ serial, mark }: SummaryProps) {
  const { t } = useTranslation(['inventory', 'orders', 'supply']);
  const { can } = useSession();
  const isAside = serial.state === 'returned' && serial.events[0]?.kind === 'set_aside';
  return (
    <Stack gap="sm">
      <div>
        <StateBadge {...serialBadges[serial.state]} label={t(`serials.states.${serial.state}`)} />
      </div>
      <Facts
        facts={[
          [
            t('serials.product'),
            <Anchor key="product" component={Link} to={paths.products.product(serial.product.id)}>
              {serial.product.name}
            </Anchor>,
          ],
          ['SKU', serial.sku],
          ...(serial.sale === null
            ? []
            : [
                [
                  t('serials.sale'),
                  can('checkout.read') ? (
                    <Anchor key="sale" component={Link} to={paths.orders.pack(serial.sale)}>
                      {t('orders:saleNumber', { number: serial.sale })}
                    </Anchor>
                  ) : (
                    t('orders:saleNumber', { number: serial.sale })
                  ),
                ] as const,
              ]),
        ]}
      />
      {serial.request && <Text>{t('serials.cameWith', { number: serial.request.number })}</Text>}
      <Actions
        items={[
          (serial.state === 'in_stock' || isAside) && {
            key: 'gone',
            label: t('serials.markGone'),
            icon: IconX,
            permission: 'serials.update',
            run: () => mark('gone'),
          },
          (serial.state === 'gone' || isAside) && {
            key: 'found',
            label: t('serials.markFound'),
            icon: IconCheck,
            permission: 'serials.update',
            run: () => mark('in_stock'),
          },
        ]}
      />
    </Stack>
  );
}

function History({ serial }: { serial: SerialDetail }) {
  const { t } = useTranslation('inventory');
  return (
    <Timeline
      label={t('serials.history')}
      events={serial.events.map(({ id, at, kind, author, sale, reason }) => ({
        key: id,
        at,
        title: [t(`serials.events.${kind}`), sale && t('serials.ofSale', { number: sale })]
          .filter(Boolean)
          .join(' · '),
        author,
        ...(reason && { detail: reason }),
        ...(serialEventTones[kind] && { tone: serialEventTones[kind] }),
      }))}
    />
  );
}

type MarkProps = { serial: SerialDetail; to: 'gone' | 'in_stock'; close: () => void };

function MarkDialog({ serial, to, close }: MarkProps) {
  const { t } = useTranslation('inventory');
  const mark = useAct(api.serials.mark, { onFailure: isRefusal });
  const isGone = to === 'gone';
  return (
    <ReasonDialog
      title={t(isGone ? 'serials.markGoneAsk' : 'serials.markFoundAsk', { code: serial.code })}
      text={t('serials.markText')}
      label={t('serials.reason')}
      act={t(isGone ? 'serials.markGone' : 'serials.markFound')}
      required
      onClose={close}
      onGiven={async (reason) =>
        answerOf(await mark.run({ params: { id: serial.id }, body: { to, reason } }))
      }
    />
  );
}
