import { Anchor, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { call, Failure } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Scan, type ScanOutcome } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { useChangeWords } from '../change-words.ts';
import { useShipmentWords } from '../shipment-words.ts';
import classes from './HandOver.module.css';
import { Piles } from './Piles.tsx';

type Parcel = { id: number; name: string };

/** Parcels are handed to the carrier label by label; a wrong one is red and says what it is. */
export function HandOver() {
  const { t } = useTranslation('orders');
  const shipment = useShipmentWords();
  const [parcels, setParcels] = useState<Parcel[]>([]);
  const handOver = useAct(api.checkout.handOver, {
    success: false,
    onFailure: () => true,
    patience: 8_000,
    settles: true,
  });
  const refuse = useRefusal();

  const take = async (code: string): Promise<ScanOutcome> => {
    const done = await handOver.run({ body: { code } });
    if (!done.ok) return { tone: 'bad', message: await refuse(code, done.failure) };
    const { sales, pile } = done.response;
    setParcels((former) => [...sales, ...former]);
    const id = sales.map((sale) => sale.id).join(', ');
    const taken = t('bench.handOver.taken', { id, carrier: shipment.carrier(pile.carrier) });
    const all = pile.scanned + pile.waiting;
    return {
      tone: 'good',
      message: `${taken}: ${t('bench.handOver.progress', { done: pile.scanned, all })}`,
    };
  };
  return (
    <>
      <Scan onScan={take} label={t('bench.bench.collectScan')} hint={t('bench.handOver.hint')} />
      <Piles />
      <Section title={t('bench.handOver.last', { count: parcels.length })}>
        {parcels.length === 0 && <Text c="dimmed">{t('bench.handOver.none')}</Text>}
        <ul className={classes.parcels}>
          {parcels.map(({ id, name }) => (
            <li key={id}>
              <Link to={paths.orders.pack(id)}>{t('saleNumber', { number: id })}</Link> {name}
            </li>
          ))}
        </ul>
      </Section>
      <Group gap="lg">
        <Anchor data-touch component={Link} to={paths.orders.manifests()}>
          {t('manifests.title')}
        </Anchor>
        <Anchor data-touch component={Link} to={paths.orders.checkoutList()}>
          {t('bench.board.list')}
        </Anchor>
      </Group>
    </>
  );
}

/** Why a scan hands nothing over, and what to do with the parcel. */
function useRefusal(): (code: string, failure: Failure) => Promise<string> {
  const { t } = useTranslation(['orders', 'inventory']);
  const { can } = useSession();
  const { textOf } = useChangeWords();
  const whatChanged = async (id: number): Promise<string> => {
    const { change } = await call(api.checkout.detail, { params: { id } });
    const changes = (change?.lines ?? []).map(textOf).join('; ');
    return t('bench.handOver.changed', { id, changes });
  };
  const whatIs = async (code: string): Promise<string> => {
    if (!can('volumes.read')) return t('bench.handOver.unknown');
    const { items } = await call(api.passports.find, { query: { code } });
    const [found] = items;
    if (!found) return t('bench.handOver.unknown');
    if (found.saleStatus === 'canceled') {
      const sale = await call(api.checkout.detail, { params: { id: found.id } });
      return t(sale.putBack ? 'bench.handOver.canceled' : 'bench.handOver.gone', { id: found.id });
    }
    if (found.saleStatus)
      return t('bench.handOver.notPacked', { id: found.id, status: t(`statuses.${found.saleStatus}`) });
    const kind = t(`inventory:passport.aKind.${found.kind}`);
    return t('bench.handOver.isOther', { kind, name: found.name });
  };
  return async (code, failure) => {
    const { facts = {} } = failure.problem;
    const id = Number(facts.sale);
    switch (failure.problem.code) {
      case 'code_unknown':
        return whatIs(code).catch((error: unknown) => {
          if (!(error instanceof Failure)) throw error;
          return t('bench.handOver.unknown');
        });
      case 'order_changed':
        return whatChanged(id).catch((error: unknown) => {
          if (!(error instanceof Failure)) throw error;
          return reasonOf(failure);
        });
      case 'order_canceled':
        return t(facts.putBack ? 'bench.handOver.canceled' : 'bench.handOver.putBack', { id });
      case 'channel_label_required':
        return t('bench.handOver.ownLabel', { id });
      case 'label_not_ready':
        return t('bench.handOver.unlabelled', { id });
      case 'not_packed':
        return t('bench.handOver.incomplete', { id });
      case 'order_already_collected':
        if (facts.open) return t('bench.handOver.already', { id });
        if (facts.number) return t('bench.handOver.onManifest', { id, number: Number(facts.number) });
        return t('bench.handOver.left', { id });
      default:
        return reasonOf(failure);
    }
  };
}
