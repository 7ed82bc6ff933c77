import { useEffect, useRef, useState } from 'react';
import { fingerprint } from '../../fingerprint.ts';
import { i18n } from '../../i18n.ts';
import { sessionState } from '../../session.ts';
import { toast } from '../toasts.ts';
import { type Draft, dropDraft, readDraft, writeDraft } from './drafts.ts';

type Drafted<V> = {
  values: V;
  initial: V;
  dirty: boolean;
  version: () => number | undefined;
  restore: (draft: Draft<V>) => void;
};

/**
 * Keeps typed data until it is saved, discarded or left on purpose, so that it survives a reload and the end of a session.
 * A draft of an older version of a record is saved as such: the server refuses it, and both are shown.
 */
export function useDraft<V extends object>(keyOf: () => string | null, form: Drafted<V>): void {
  const [key] = useState(keyOf);
  const latest = useRef(form);
  latest.current = form;
  const { dirty, values } = form;
  const wasDirty = useRef(false);

  useEffect(() => {
    if (key === null) return;
    const draft = readDraft(key, latest.current.initial);
    if (draft && fingerprint(draft.values) !== fingerprint(latest.current.initial)) {
      latest.current.restore(draft);
      toast.info(i18n.t('ui:form.restored'));
    }
    // Left while signed in: the person has said so, or nothing was changed.
    return () => {
      if (sessionState().status === 'authenticated') dropDraft(key);
    };
  }, [key]);

  useEffect(() => {
    if (key === null) return;
    if (dirty) writeDraft(key, { values, version: latest.current.version() });
    else if (wasDirty.current) dropDraft(key);
    wasDirty.current = dirty;
  }, [key, dirty, values]);
}
