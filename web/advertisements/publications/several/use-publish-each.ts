import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../api.ts';
import { reasonOf } from '../../../failure-text.ts';
import type { FlatErrors } from '../../../ui/form/field-errors.ts';
import type { FormState } from '../../../ui/form/form-state.ts';
import { onAccount, type PublishAccount, type PublishValues } from '../publish-values.ts';
import { useRefusedFields } from './refused-fields.ts';

type Form = FormState<PublishValues>;

/** What the forms report while they are sent, by account. */
export function newAttempt() {
  const made = new Map<number, number>();
  const failed = new Map<number, string>();
  return {
    made,
    failed,
    of: (account: number | undefined) => ({
      made: (id: number) => void (account && made.set(account, id)),
      failed: (failure: Failure) => void (account && failed.set(account, reasonOf(failure))),
    }),
  };
}
export type Attempt = ReturnType<typeof newAttempt>;

const reasonsShown = 3;

/** The messages of a form in one line, each with its field. */
function useReasons(): (errors: FlatErrors | undefined) => string {
  const fieldOf = useRefusedFields();
  return (errors = {}) =>
    [...new Set(Object.entries(errors).map(([path, message]) => `${fieldOf(path)}: ${message}`))]
      .slice(0, reasonsShown)
      .join(' · ');
}

/** The forms of the chosen accounts: the first one, and those of the panels. */
function useForms(first: Form) {
  const panels = useRef(new Map<number, Form>());
  const { account, also, done } = first.values;
  /** The form of another account becomes the first one. */
  const lead = (id: number, values: Pick<PublishValues, 'also' | 'done'>) => {
    const next = panels.current.get(id);
    if (!next) return;
    first.setValues({ ...next.values, ...values });
    if (Object.keys({ ...first.errors, ...next.errors }).length > 0) first.setErrors(next.errors);
  };
  return {
    chosen: [...(account ? [account.id] : []), ...also.map(({ id }) => id)],
    of: (id: number) => (id === account?.id ? first : panels.current.get(id)),
    lead,
    register: (id: number, form: Form | null) => {
      if (form) panels.current.set(id, form);
      else panels.current.delete(id);
    },
    toggle: (picked: PublishAccount) => {
      const [next, ...rest] = also;
      const others = also.filter(({ id }) => id !== picked.id);
      if (picked.id === account?.id && next) lead(next.id, { also: rest, done });
      else if (picked.id === account?.id) first.set('account', null);
      else if (!account) first.setValues({ ...first.values, ...onAccount(first.values, picked) });
      else first.set('also', others.length < also.length ? others : [...also, picked]);
    },
  };
}

/** The open panels. */
function useOpened() {
  const [opened, setOpened] = useState<string[]>([]);
  const open = useCallback(
    (id: number) => setOpened((now) => (now.includes(String(id)) ? now : [...now, String(id)])),
    [],
  );
  return { opened, setOpened, open };
}

/**
 * Sends one form per chosen account, each on its own, so that a refused one keeps no other from being published. The first
 * form is always about an account that is not published yet: what is typed in it stays for those that are left.
 */
export function usePublishEach(first: Form, attempt: Attempt, onAll: (done: readonly number[]) => void) {
  const forms = useForms(first);
  const panels = useOpened();
  const [sending, setSending] = useState<readonly number[]>([]);
  const [tried, setTried] = useState<readonly number[] | null>(null);
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [focus, setFocus] = useState({ table: 0, field: 0 });
  const reasons = useReasons();

  const publish = async (ids: readonly number[]) => {
    if (sending.length > 0) return false;
    attempt.made.clear();
    attempt.failed.clear();
    setSending(ids);
    await Promise.all(ids.map((id) => forms.of(id)?.submit()));
    setSending([]);
    // Evaluated when the errors of all forms are rendered.
    setTried(ids);
    return true;
  };

  const settle = (ids: readonly number[]) => {
    const { account, also, done } = first.values;
    const left = forms.chosen.filter((id) => !attempt.made.has(id));
    const made = [...done, ...attempt.made.values()];
    const [next] = left;
    if (next === undefined) return onAll(made);
    const reason = (id: number) =>
      ids.includes(id) ? (attempt.failed.get(id) ?? reasons(forms.of(id)?.errors)) : refused.get(id);
    setRefused(new Map(left.map((id) => [id, reason(id) ?? ''])));
    const isOnlyFields = attempt.made.size === 0 && attempt.failed.size === 0;
    setFocus(({ table, field }) =>
      isOnlyFields ? { table, field: field + 1 } : { table: table + 1, field },
    );
    for (const id of left) if (forms.of(id)?.refusals) panels.open(id);
    const rest = also.filter(({ id }) => left.includes(id));
    if (next === account?.id) first.setValues({ ...first.values, also: rest, done: made });
    else forms.lead(next, { also: rest.filter(({ id }) => id !== next), done: made });
  };
  useEffect(() => {
    if (tried === null) return;
    setTried(null);
    settle(tried);
  });

  const forget = () => {
    setRefused(new Map());
    first.discard();
  };
  return { ...forms, ...panels, publish, forget, sending, refused, focus };
}
