import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n.ts';
import { lazyWithFallback } from '../lazy-with-fallback.tsx';
import { type ToastMessage, toasts, useToastLeaves } from '../toasts.ts';
import { type Asked, questions } from './confirm.ts';
import classes from './Portals.module.css';
import { type Unsettled, unsettled } from './unsettled.ts';

const loadDialog = () => import('./ConfirmDialog.tsx');
const loadToast = () => import('../Toast.tsx');
const loadStop = () => import('./UnsettledStop.tsx');
const ConfirmDialog = lazyWithFallback(loadDialog, { instead: Unasked });
const Toast = lazyWithFallback(loadToast, { instead: PlainToast });
const UnsettledStop = lazyWithFallback(loadStop, { instead: PlainStop });

/** Preloaded after the first screen, so that failures can be shown without a network. */
const warmAfterMs = 3_000;

/** Renders toasts and questions; mounted once. */
export function Portals() {
  const messages = useSyncExternalStore(toasts.subscribe, toasts.get);
  const asked = useSyncExternalStore(questions.subscribe, questions.get)[0];
  const stop = useSyncExternalStore(unsettled.subscribe, unsettled.get)[0];
  const { t } = useTranslation();
  useEffect(() => {
    const warm = () => void Promise.allSettled([loadToast(), loadDialog(), loadStop()]);
    const timer = setTimeout(warm, warmAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <section className={classes.toasts} aria-label={t('notifications')} aria-live="polite">
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
  useToastLeaves(message);
  return (
    <div
      className={classes.plain}
      role={message.tone === 'bad' ? 'alert' : 'status'}
      data-toast={message.tone}
    >
      <strong>{message.title}</strong> {message.detail}
      {message.action && (
        <button type="button" onClick={() => message.action?.run()}>
          {message.action.label}
        </button>
      )}
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

/** A question that cannot be shown is answered with no. */
function Unasked({ asked }: { asked: Asked }) {
  useEffect(() => asked.answer(false), [asked]);
  return null;
}
