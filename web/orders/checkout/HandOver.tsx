import { Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Scan, type ScanOutcome } from '../../ui/scan/Scan.tsx';
import classes from './HandOver.module.css';
import { findLabelled } from './open-sale.ts';

type Parcel = { id: number; buyer: string };

/** A pile of parcels goes to the carrier: label after label, the wrong one is red, and the count stands. */
export function HandOver() {
  const { t } = useTranslation('orders');
  const [parcels, setParcels] = useState<Parcel[]>([]);
  const collect = useAct(api.checkout.collect, { success: false, onFailure: () => true, patience: 8_000 });

  const take = async (code: string): Promise<ScanOutcome> => {
    const id = await findLabelled(code);
    if (id === null) return { tone: 'bad', message: t('bench.handOver.unknown') };
    const done = await collect.run({ params: { id }, body: { code } });
    if (!done.ok) {
      if (done.failure.problem.code === 'not_found')
        return { tone: 'bad', message: t('bench.handOver.unknown') };
      return { tone: 'bad', message: t('bench.handOver.refused', { id, reason: reasonOf(done.failure) }) };
    }
    setParcels((former) => [{ id, buyer: done.response.buyerName }, ...former]);
    return { tone: 'good', message: t('bench.handOver.taken', { id }) };
  };
  return (
    <>
      <Scan onScan={take} label={t('bench.bench.collectScan')} hint={t('bench.handOver.hint')} />
      <Section title={t('bench.handOver.count', { count: parcels.length })}>
        {parcels.length === 0 && <Text c="dimmed">{t('bench.handOver.none')}</Text>}
        <ul className={classes.parcels}>
          {parcels.map(({ id, buyer }) => (
            <li key={id}>
              <Link to={paths.orders.pack(id)}>#{id}</Link> {buyer}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
