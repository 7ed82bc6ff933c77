import { type SyntheticEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n.ts';
import { usePaused } from '../../station.ts';
import { lazyWithFallback } from '../lazy-with-fallback.tsx';
import { type ToastMessage, toast, toasts, useToastLeaves } from '../toasts.ts';
import { type Asked, questions } from './confirm.ts';
import classes from './Portals.module.css';
import { type Unsettled, unsettled } from './unsettled.ts';

const loadDialog = () => import('./ConfirmDialog.tsx');
const loadToast = () => import('../Toast.tsx');
const loadStop = () => import('./UnsettledStop.tsx');
const ConfirmDialog = lazyWithFallback(loadDialog, { instead: PlainQuestion });
const Toast = lazyWithFallback(loadToast, { instead: PlainToast });
const UnsettledStop = lazyWithFallback(loadStop, { instead: PlainStop });

/** Preloaded after the first screen, so that failures can be shown without a network. */
const warmAfterMs = 3_000;

/** Renders toasts and questions; mounted once. */
export function Portals() {
  const messages = useSyncExternalStore(toasts.subscribe, toasts.get);
  const asked = useSyncExternalStore(questions.subscribe, questions.get)[0];
  const stop = useSyncExternalStore(unsettled.subscribe, unsettled.get)[0];
  const paused = usePaused();
  const { t } = useTranslation();
  useEffect(() => {
    const warm = () => void Promise.allSettled([loadToast(), loadDialog(), loadStop()]);
    const timer = setTimeout(warm, warmAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <section
        className={classes.toasts}
        aria-label={t('notifications')}
        aria-live="polite"
        // A paused station shows nothing of the person who was there; its toasts are back with that person.
        style={paused ? { visibility: 'hidden' } : undefined}
      >
        {messages.map((message) => (
          <Toast key={message.id} message={message} />
        ))}
      </section>
      {asked && <ConfirmDialog key={asked.id} asked={asked} />}
      {stop && <UnsettledStop key={stop.id} unsettled={stop} />}
    </>
  );
}

/** Plain text, if the toast component could not be loaded. */
export function PlainToast({ message }: { message: ToastMessage }) {
  const { t } = useTranslation();
  useToastLeaves(message);
  return (
    <div
      className={classes.plain}
      role={message.tone === 'bad' ? 'alert' : 'status'}
      data-toast={message.tone}
    >
      <strong>{message.title}</strong> {message.detail && <span>{message.detail}</span>}
      {message.action && (
        <button type="button" onClick={() => message.action?.run()}>
          {message.action.label}
        </button>
      )}
      <button
        type="button"
        className={classes.close}
        aria-label={t('act.close')}
        onClick={() => toast.close(message.id)}
      >
        ×
      </button>
    </div>
  );
}

/** Plain text and button, if the blocking component could not be loaded. */
function PlainStop({ unsettled: { words, again } }: { unsettled: Unsettled }) {
  const { t } = useTranslation();
  return (
    <div className={classes.plain} role="alertdialog" aria-modal>
      <strong>{words?.title ?? t('unsettled.title')}</strong> {words?.text ?? t('unsettled.text')}
      <button type="button" onClick={again}>
        {t('unsettled.again')}
      </button>
    </div>
  );
}

/**
 * The question as the browser draws it, if the dialog could not be loaded. The answer *no* has the focus, so that neither
 * Enter in a hurry nor a scanner confirms.
 */
export function PlainQuestion({
  asked: { title, message, confirm, cancel, type, answer },
}: {
  asked: Asked;
}) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    answer(false);
  };
  return (
    <dialog
      ref={dialog}
      className={classes.question}
      aria-label={title}
      onCancel={onCancel}
      onKeyDown={(event) => event.key === 'Escape' && onCancel(event)}
    >
      <strong>{title}</strong>
      {message && <p>{message}</p>}
      {type && (
        <label>
          {t('confirm.type', { word: type })}
          <input value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
        </label>
      )}
      <div className={classes.answers}>
        <button type="button" onClick={() => answer(false)}>
          {cancel ?? t('act.cancel')}
        </button>
        <button
          type="button"
          disabled={type !== undefined && typed.trim() !== type}
          onClick={() => answer(true)}
        >
          {confirm ?? t('act.confirm')}
        </button>
      </div>
    </dialog>
  );
}
