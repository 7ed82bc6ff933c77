import { Button, Group, Progress, Text } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import type { MovedUnits, PickingList } from '#contract/orders/picking.ts';
import { shortCodes, shortReasons } from '#contract/orders/picking-commands.ts';
import { pickingActs } from '#contract/orders/picking-states.ts';
import { actMessage, type Translate, useTranslation } from '../../i18n.ts';
import type { EmptiedVolume } from '../../inventory/volumes/ZeroCheckQuestion.tsx';
import { ZeroCheckQuestions } from '../../inventory/volumes/ZeroCheckQuestion.tsx';
import { type Href, paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Link, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { Scan } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { CommandCodes } from '../CommandCodes.tsx';
import { TimeLeft } from '../checkout/TimeLeft.tsx';
import { CartScan } from './CartScan.tsx';
import { ChangedInWalk, ListStop, stoppedSale } from './ListStop.tsx';
import { MovedUnitsNotice } from './MovedUnitsNotice.tsx';
import { NextStop } from './NextStop.tsx';
import { PickingActions } from './PickingActions.tsx';
import { PickingSales } from './PickingSales.tsx';
import { PutBack } from './PutBack.tsx';
import { pickingBadges } from './picking-badges.ts';
import { nextStop, stopKey } from './stops.ts';
import { TakeMany } from './TakeMany.tsx';
import { usePicking } from './use-picking.ts';

/** One picking list: next place and product, and one scan field. Scans of other pickers appear live. */
export default function PickingPage() {
  const { t } = useTranslation('orders');
  const id = useIdParam();
  const result = useApi(api.picking.detail, { params: { id } });
  const trail = [{ label: t('picking.title'), to: paths.orders.picking() }];
  if (!result.data)
    return (
      <UnreadPage
        title={t('picking.numbered', { id })}
        trail={trail}
        failed={actMessage('failures', 'picking.detail')}
        result={result}
      />
    );
  return <Walk list={result.data} trail={trail} />;
}

/** Picked goods are packed at the bench; the list shows where they are. */
function ToBench({ list }: { list: PickingList }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  return (
    <>
      <Text>{t('picking.readyHint')}</Text>
      {can(orderActs.beep.permission) && (
        <div>
          <Button
            component={Link}
            to={paths.orders.checkoutOfWarehouse(list.warehouse.id)}
            size="floor"
            leftSection={<IconPackage aria-hidden />}
          >
            {t('picking.toBench')}
          </Button>
        </div>
      )}
    </>
  );
}

const scanLabel = (from: string | null, t: Translate<'orders'>) =>
  from === null ? t('picking.scanPlace') : t('picking.scanProduct', { place: from });

/** The place of the cart comes next if the business asks for it, otherwise it may. */
function awaitedLabel({ awaitedPlaces, stops, cartPlacesRequired }: PickingList, t: Translate<'orders'>) {
  const place = awaitedPlaces.join(', ');
  const isNext = cartPlacesRequired || stops.length === 0;
  return t(isNext ? 'picking.scanCartPlace' : 'picking.scanCartPlaceOr', { place });
}

/** "Not here" without touching the screen. */
function ShortCodes() {
  const { t } = useTranslation('orders');
  return (
    <div>
      <CommandCodes
        title={t('picking.shortCodes')}
        hint={t('picking.shortCodesHint')}
        codes={shortReasons.map((reason) => ({
          code: shortCodes[reason],
          act: `${t('picking.short')}: ${t(`picking.shortReasons.${reason}`)}`,
        }))}
      />
    </div>
  );
}

function Walk({ list, trail }: { list: PickingList; trail: { label: string; to: Href }[] }) {
  const { t } = useTranslation('orders');
  const { can, session } = useSession();
  const [emptied, setEmptied] = useState<EmptiedVolume[]>([]);
  const askAbout = (volumes: EmptiedVolume[]) => setEmptied((asked) => [...asked, ...volumes]);
  const [moved, setMoved] = useState<MovedUnits[]>([]);
  const { from, scan, scanned, said, keepMany } = usePicking(list, askAbout, setMoved);
  // After the last unit is stored, the message says that it was the last.
  const putsBack = useRef(false);
  putsBack.current ||= list.putBack.length > 0;
  const stop = list.state === 'in_progress' ? nextStop(list, from) : undefined;
  // The name is followed by the station, if one was used.
  const others = [...new Set(list.scans.map((one) => one.author.split(' · ')[0] ?? ''))].filter(
    (name) => name !== session?.user.name,
  );
  const awaits = list.state === 'in_progress' && list.awaitedPlaces.length > 0;
  const scanning = (stop !== undefined || awaits) && can(pickingActs.beep.permission);
  const stopped = stoppedSale(list);
  const changed = list.sales.find((sale) => sale.changed);
  return (
    <Page
      title={t('picking.numbered', { id: list.id })}
      trail={trail}
      badge={<StateBadge {...pickingBadges[list.state]} label={t(`picking.states.${list.state}`)} />}
      hint={[
        list.warehouse.name,
        list.assignee?.name ?? t('picking.anyone'),
        list.rule && `${t('waves.byRule', { name: list.rule })} · ${formatInstant(list.createdAt)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      <Group gap="md">
        {list.state !== 'canceled' && <TimeLeft limit={list.dispatchLimit} />}
        {list.cart && (
          <Text fw={600}>{t('picking.cartOf', { code: list.cart.code, name: list.cart.name })}</Text>
        )}
        {list.totes.length > 0 && (
          <Text fw={600}>{t('picking.tote', { codes: list.totes.map((tote) => tote.code).join(', ') })}</Text>
        )}
        {others.length > 0 && list.state === 'in_progress' && (
          <Text c="dimmed">{t('picking.people', { names: others.join(', ') })}</Text>
        )}
      </Group>
      {list.unitCount > 0 && (
        <Group wrap="nowrap">
          <Progress
            flex={1}
            size="lg"
            value={(list.pickedCount / list.unitCount) * 100}
            aria-label={t('picking.progress')}
          />
          <Text fw={700}>{t('picking.done', { done: list.pickedCount, all: list.unitCount })}</Text>
        </Group>
      )}
      <ZeroCheckQuestions
        volumes={emptied}
        onAnswered={(answered) => setEmptied((asked) => asked.filter(({ id }) => id !== answered))}
      />
      {stop && <NextStop stop={stop} there={from !== null} />}
      {scanning && (
        <Scan
          onScan={scan}
          about={stopKey(stop)}
          disabled={stopped !== undefined || changed !== undefined}
          label={awaits ? awaitedLabel(list, t) : scanLabel(from, t)}
        />
      )}
      {said && (
        <Text fz={22} fw={700} role="status">
          {said}
        </Text>
      )}
      {scanning && stop && list.typedQuantity && stop.quantity > 1 && scanned?.about === stopKey(stop) && (
        <TakeMany
          key={`${scanned.about} ${stop.quantity}`}
          id={list.id}
          stop={stop}
          scanned={{ code: scanned.code, from: scanned.from }}
          onTaken={keepMany}
        />
      )}
      {list.state === 'in_progress' && !stop && (
        <Text fz={26} fw={700} role="status">
          {t('picking.allPicked')} · {t('picking.allPickedHint')}
        </Text>
      )}
      {list.state === 'open' && <Text>{t('picking.startHint')}</Text>}
      {list.state === 'open' && list.hasCarts && !list.cart && can(pickingActs.takeCart.permission) && (
        <CartScan list={list} />
      )}
      {list.state === 'finished' && <ToBench list={list} />}
      {moved.length > 0 && <MovedUnitsNotice moved={moved} onDone={() => setMoved([])} />}
      <PickingActions list={list} stop={stop} onEmptied={askAbout} onMoved={setMoved} />
      {changed && !stopped && <ChangedInWalk key={changed.id} id={changed.id} />}
      {stopped && <ListStop key={stopped.id} list={list} sale={stopped} />}
      {putsBack.current && <PutBack list={list} scanning={!scanning} />}
      <PickingSales list={list} />
      {scanning && can(pickingActs.declareShort.permission) && <ShortCodes />}
    </Page>
  );
}
