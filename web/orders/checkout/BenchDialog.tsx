import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { resetRefusals } from '#contract/orders/reset-refusal.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { SendDialog } from './SendDialog.tsx';
import { answerOf, isRefusal } from './shown-refusal.ts';
import { keepSale } from './use-packing.ts';
import { useResetRefusal } from './use-reset-refusal.ts';

export type BenchQuestion = 'refuse' | 'reset' | 'collect' | 'send' | 'byHand';

/** The sale is read again before the next code is scanned. */
const answered = { onSuccess: keepSale, onFailure: isRefusal };

type BenchDialogProps = { asked: BenchQuestion; sale: Checkout; onClose: () => void };

/** Input that an act of the bench requires: a reason, a tracking code. */
export function BenchDialog({ asked, sale, onClose }: BenchDialogProps) {
  const { t } = useTranslation('orders');
  const params = { id: sale.id };
  const refusalOfReset = useResetRefusal(sale);
  const reset = useAct(api.checkout.reset, answered);
  const startOver = async (reason: string) => {
    const done = await reset.run({ params, body: { reason } });
    // The act may have expired while the dialog was open.
    const facts = done.ok ? {} : (done.failure.problem.facts ?? {});
    const why = resetRefusals.find((known) => known === facts.why);
    return why ? refusalOfReset({ why, ...(facts.until && { until: String(facts.until) }) }) : answerOf(done);
  };
  const refuse = useAct(api.checkout.refuse, answered);
  const collect = useAct(api.checkout.collectByHand, answered);
  const count = useAct(api.checkout.countByHand, answered);
  const reasonLabel = t('bench.bench.reason');
  switch (asked) {
    case 'refuse':
      return (
        <ReasonDialog
          title={t('bench.bench.refuseAsk')}
          text={t('bench.bench.refuseText')}
          label={reasonLabel}
          act={t('bench.bench.refuse')}
          required
          onClose={onClose}
          onGiven={async (reason) => answerOf(await refuse.run({ params, body: { reason } }))}
        />
      );
    case 'reset':
      return (
        <ReasonDialog
          title={t(sale.packedAt ? 'bench.bench.resetPackedAsk' : 'bench.bench.resetAsk')}
          text={sale.packedAt ? t('bench.bench.resetPackedText') : undefined}
          label={reasonLabel}
          act={t('bench.bench.reset')}
          onClose={onClose}
          onGiven={startOver}
        />
      );
    case 'byHand':
      return (
        <ReasonDialog
          title={t('bench.bench.byHandAsk', { count: sale.unitCount - sale.beepedCount })}
          text={t('bench.bench.byHandText')}
          label={reasonLabel}
          act={t('bench.bench.byHand')}
          required
          onClose={onClose}
          onGiven={async (reason) => answerOf(await count.run({ params, body: { reason } }))}
        />
      );
    case 'collect':
      return (
        <ReasonDialog
          title={t('bench.bench.collectByHandAsk')}
          text={t('bench.bench.collectByHandText')}
          label={reasonLabel}
          act={t('bench.bench.collectByHand')}
          required
          onClose={onClose}
          onGiven={async (reason) => answerOf(await collect.run({ params, body: { reason } }))}
        />
      );
    case 'send':
      return <SendDialog sale={sale} onClose={onClose} />;
  }
}
