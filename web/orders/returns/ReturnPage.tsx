import { Anchor, Group, Text } from '@mantine/core';
import { IconCheck, IconMessage, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { ParcelReturn } from '#contract/orders/return.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { type Href, paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Link, useGo, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { Scan } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { useCancelReason } from '../remote-reason.ts';
import { type Found, FoundDialog } from './FoundDialog.tsx';
import { FoundUnits } from './FoundUnits.tsx';
import { ReturnPart } from './ReturnPart.tsx';
import { returnBadges } from './return-badges.ts';
import { keepReturn, leftOf, openPiles, placesOf, useOpenReturn, useReturnScan } from './use-return.ts';

/** One returned parcel: each unit is inspected and stored, then the return is closed. */
export default function ReturnPage() {
  const { t } = useTranslation('orders');
  const id = useIdParam();
  const result = useApi(api.returns.detail, { params: { id } });
  const trail = [{ label: t('returns.title'), to: paths.orders.returns() }];
  if (!result.data)
    return (
      <UnreadPage
        title={t('returns.one', { id })}
        trail={trail}
        failed={actMessage('failures', 'returns.detail')}
        result={result}
      />
    );
  return <Parcel key={id} parcel={result.data} trail={trail} />;
}

function Parcel({ parcel, trail }: { parcel: ParcelReturn; trail: { label: string; to: Href }[] }) {
  const { t } = useTranslation(['orders', 'marketplaces']);
  const { can } = useSession();
  const reason = useCancelReason()(parcel.reason ?? '');
  const open = useOpenReturn();
  const { places, scan, forget } = useReturnScan(parcel);
  const [found, setFound] = useState<Found | null>(null);
  const isOpen = parcel.state === 'opened' && can('returns.receive');
  const isCounting = parcel.parts.some((part) => leftOf(part) > 0);
  const [pile] = openPiles(parcel, places);
  return (
    <Page
      title={t('returns.one', { id: parcel.id })}
      trail={trail}
      badge={<StateBadge {...returnBadges[parcel.state]} label={t(`returns.states.${parcel.state}`)} />}
      hint={[parcel.seller.name, parcel.warehouse?.name, reason].filter(Boolean).join(' · ')}
    >
      {parcel.packmates.length > 0 && (
        <Group gap="xs">
          <Text c="dimmed">{t('returns.packmates')}</Text>
          {parcel.packmates.map((id) => (
            <Anchor key={id} data-touch component={Link} to={paths.orders.return(id)}>
              {t('saleNumber', { number: id })}
            </Anchor>
          ))}
        </Group>
      )}
      {parcel.postsale && (
        <Group gap="xs">
          <IconMessage size={20} aria-hidden />
          <Anchor data-touch component={Link} to={paths.chats.chat(parcel.postsale.id, { tab: 'all' })}>
            {t('returns.postsale', { kind: t(`marketplaces:chats.kinds.${parcel.postsale.kind}`) })}
          </Anchor>
        </Group>
      )}
      {parcel.state === 'expected' && can('returns.receive') && (
        <Scan onScan={open} label={t('returns.scan')} hint={t('returns.receive')} />
      )}
      {isOpen && (
        <>
          <Scan
            onScan={scan}
            label={
              isCounting || !pile
                ? t('returns.scanUnit')
                : t('returns.scanVolume', {
                    sku: pile.part.sku,
                    what: t(`returns.conditions.${pile.what}`),
                  })
            }
            hint={
              isCounting
                ? t('returns.scanHint')
                : pile?.what === 'damaged'
                  ? t('returns.scanBlocked')
                  : t('returns.allPlaced')
            }
          />
          <ReturnActions parcel={parcel} places={places} forget={forget} />
        </>
      )}
      {parcel.parts.map((part) => (
        <ReturnPart
          key={part.id}
          part={part}
          places={places}
          onFound={isOpen ? (condition) => setFound({ part, condition }) : undefined}
        />
      ))}
      <FoundUnits parcel={parcel} />
      {found && <FoundDialog id={parcel.id} found={found} onClose={() => setFound(null)} />}
    </Page>
  );
}

type ReturnActionsProps = {
  parcel: ParcelReturn;
  places: ReturnType<typeof useReturnScan>['places'];
  forget: (volume?: string) => void;
};

function ReturnActions({ parcel, places, forget }: ReturnActionsProps) {
  const { t } = useTranslation('orders');
  const close = useAct(api.returns.close, { settles: true, onSuccess: keepReturn });
  const go = useGo();
  const callOff = useAct(api.returns.callOff, { settles: true });
  const reset = useAct(api.returns.reset, { settles: true, success: false, onSuccess: keepReturn });
  const params = { id: parcel.id };
  const left = openPiles(parcel, places);
  const isReady =
    parcel.parts.every((part) => leftOf(part) === 0) && left.every(({ what }) => what === 'damaged');
  return (
    <Actions
      size="floor"
      items={[
        {
          key: 'close',
          label: t('returns.close'),
          icon: IconCheck,
          tone: isReady ? 'primary' : 'normal',
          permission: 'returns.receive',
          refused: !isReady && t('returns.notAll'),
          confirm: {
            title: t('returns.closeAsk'),
            message: [t('returns.closeText'), left.length > 0 && t('returns.closeLost')]
              .filter(Boolean)
              .join(' '),
            confirm: t('returns.close'),
          },
          run: async () => {
            const done = await close.run({ params, body: { places: placesOf(parcel, places) } });
            // A volume that was refused is scanned again; the others are kept.
            const volume = done.ok ? undefined : done.failure.problem.facts?.volume;
            if (typeof volume === 'string') forget(volume);
          },
        },
        parcel.units.length === 0 && {
          key: 'callOff',
          label: t('returns.callOff'),
          icon: IconX,
          permission: 'returns.receive',
          confirm: {
            title: t('returns.callOffAsk'),
            message: t('returns.callOffText'),
            confirm: t('returns.callOff'),
          },
          run: async () => {
            if ((await callOff.run({ params })).ok) go(paths.orders.returns());
          },
        },
        parcel.units.length > 0 && {
          key: 'reset',
          label: t('returns.reset'),
          icon: IconRefresh,
          permission: 'returns.receive',
          confirm: {
            title: t('returns.resetAsk'),
            message: t('returns.resetText'),
            confirm: t('returns.reset'),
          },
          run: async () => {
            forget();
            await reset.run({ params });
          },
        },
      ]}
    />
  );
}
