import { useRef } from 'react';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout.ts';
import { useAct } from '../../acts.ts';
import { newKey } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { queryClient, queryKey } from '../../queries.ts';
import { useGo } from '../../ui/navigation.tsx';
import { Scan, type ScanOutcome } from '../../ui/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { findSale } from './open-sale.ts';

/**
 * A code whose answer never came: its packer was told to read it again, and then it is the same scan, which counts once
 * even if it had arrived. Whoever reads the next unit instead is one short in the count and sees it; never one ahead.
 */
type Unanswered = { code: string; clientId: string; round: number };

/** The field of the bench. While picking it counts products, once packed it takes the parcel's label for the carrier; else a code opens the sale it belongs to. */
export function BenchScan({ sale, round }: { sale: Checkout; round: number }) {
  const { t } = useTranslation('orders');
  const go = useGo();
  const quiet = { success: false, onFailure: () => true, patience: 8_000 } as const;
  const unanswered = useRef<Unanswered | null>(null);
  const beep = useAct(api.checkout.beep, quiet);
  const putBack = useAct(api.checkout.putBack, quiet);
  const collect = useAct(api.checkout.collect, quiet);
  const { can } = useSession();
  const params = { id: sale.id };
  const keep = (next: Checkout) => queryClient.setQueryData(queryKey(api.checkout.detail, { params }), next);

  const count = async (code: string): Promise<ScanOutcome> => {
    const former = unanswered.current;
    const clientId = former?.code === code && former.round === round ? former.clientId : newKey();
    const done = await beep.run({ params, body: { code, clientId } });
    unanswered.current = null;
    if (!done.ok) {
      if (!done.failure.unknownOutcome) return { tone: 'bad', message: reasonOf(done.failure) };
      unanswered.current = { code, clientId, round };
      return { tone: 'bad', message: t('bench.bench.notCounted') };
    }
    keep(done.response);
    const complete = done.response.beepedCount === done.response.unitCount;
    if (complete) return { tone: 'done', message: t('bench.bench.complete') };
    return {
      tone: 'good',
      message: t('bench.bench.beeped', { done: done.response.beepedCount, all: done.response.unitCount }),
    };
  };
  const giveBack = async (code: string): Promise<ScanOutcome> => {
    const done = await putBack.run({ params, body: { volumeCode: code } });
    if (!done.ok) return { tone: 'bad', message: reasonOf(done.failure) };
    keep(done.response);
    return { tone: 'done', message: t('events.put-back') };
  };
  const handOver = async (code: string): Promise<ScanOutcome> => {
    const done = await collect.run({ params, body: { code } });
    if (!done.ok) return { tone: 'bad', message: reasonOf(done.failure) };
    keep(done.response);
    return { tone: 'done', message: t('statuses.collected') };
  };
  const open = async (code: string): Promise<ScanOutcome> => {
    const id = await findSale(code);
    if (id === null) return { tone: 'bad', message: t('bench.board.notFound') };
    go(paths.orders.pack(id));
    return { tone: 'good' };
  };
  if (sale.putBack) return <Scan onScan={giveBack} label={t('bench.bench.putBackScan')} />;
  if (sale.status === 'picking') return <Scan onScan={count} round={round} label={t('bench.bench.beep')} />;
  if (sale.status === 'waiting_collect' && sale.labelPrintedAt && can('checkout.dispatch'))
    return <Scan onScan={handOver} label={t('bench.bench.collectScan')} />;
  return <Scan onScan={open} label={t('bench.board.scan')} />;
}
