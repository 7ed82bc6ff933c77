import { type ReactNode, useState } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { type Act, type ActOptions, type Outcome, useAct } from '../acts.ts';
import type { CallInput, Failure } from '../api.ts';
import { loadNamespace } from '../i18n.ts';
import { lazyWithFallback, reportLoadFailure } from '../ui/lazy-with-fallback.tsx';

const loadDialog = () => import('./PasswordDialog.tsx');
const PasswordDialog = lazyWithFallback(loadDialog);

export type PasswordGate = {
  /** Render it in the screen; the dialog appears in it. */
  dialog: ReactNode;
  /** Asks for the password; resolves to false if the dialog is closed or cannot be loaded. */
  ask: () => Promise<boolean>;
  /** For `onFailure`: true if the failure requires a fresh password; `again` runs after it was given. */
  handles: (failure: Failure, again: () => unknown) => boolean;
};

/** Sensitive acts require the password again and continue by themselves afterwards. */
export function usePasswordGate(): PasswordGate {
  const [answer, setAnswer] = useState<((given: boolean) => void) | null>(null);
  const ask = async () => {
    try {
      await Promise.all([loadNamespace('account'), loadDialog()]);
    } catch {
      reportLoadFailure();
      return false;
    }
    return new Promise<boolean>((resolve) => setAnswer(() => resolve));
  };
  const close = (given: boolean) => {
    setAnswer(null);
    answer?.(given);
  };
  return {
    dialog: answer && <PasswordDialog onClose={close} />,
    ask,
    handles: (failure, again) => {
      if (failure.problem.code !== 'fresh_authentication_required') return false;
      void ask().then((given) => given && again());
      return true;
    },
  };
}

/** `useAct` for an act that may require a fresh password: asks for it and repeats the act. */
export function useFreshAct<E extends AnyEndpoint>(
  endpoint: E,
  options: ActOptions<E> = {},
): Act<E> & { dialog: ReactNode } {
  const gate = usePasswordGate();
  const act = useAct(endpoint, {
    ...options,
    onFailure: (failure, input) =>
      failure.problem.code === 'fresh_authentication_required' || options.onFailure?.(failure, input),
  });
  const run = async (input: CallInput<E>): Promise<Outcome<E>> => {
    const outcome = await act.run(input);
    if (outcome.ok || outcome.failure.problem.code !== 'fresh_authentication_required') return outcome;
    return (await gate.ask()) ? act.run(input) : outcome;
  };
  return { ...act, run, dialog: gate.dialog };
}
