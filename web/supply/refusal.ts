import { supplyRequestStates } from '#contract/supply/supply-request-states.ts';
import type { Failure } from '../api.ts';
import { reasonOf } from '../failure-text.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { toast } from '../ui/toasts.ts';

/** Why an act on a request was refused and what to do: its current step, or incomplete lines. */
export function useRefusal(): (failure: Failure) => string {
  const { t } = useTranslation('supply');
  return (failure) => {
    const { code, facts } = failure.problem;
    const state = supplyRequestStates.find((one) => one === facts?.state);
    if (code === 'state_conflict' && state)
      return t('refused.stateIs', { state: t(`requestState.${state}`) });
    const named = (['lines', 'less', 'more'] as const).flatMap((key) => {
      const lines = facts?.[key];
      return Array.isArray(lines) && lines.length > 0
        ? [t(`refused.${key}`, { lines: lines.join(', ') })]
        : [];
    });
    return [reasonOf(failure), ...named].join(' ');
  };
}

/** The same as a toast, below the words of the act. */
export function useRefusalToast(act: string): (failure: Failure) => boolean {
  const refusalOf = useRefusal();
  return (failure) => {
    toast.failure(actMessage('failures', act) ?? '', refusalOf(failure));
    return true;
  };
}
