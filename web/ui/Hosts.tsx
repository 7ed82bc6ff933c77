import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useTranslation } from '../i18n.ts';
import { questions } from './confirm.ts';
import classes from './Hosts.module.css';
import { toasts } from './toasts.ts';

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx'));
const Toast = lazy(() => import('./Toast.tsx'));

/** Where toasts and questions appear; once in the tree. */
export function Hosts() {
  const messages = useSyncExternalStore(toasts.subscribe, toasts.get);
  const asked = useSyncExternalStore(questions.subscribe, questions.get)[0];
  const { t } = useTranslation();
  return (
    <>
      <section className={classes.toasts} aria-label={t('notifications')} aria-live="polite">
        <Suspense>
          {messages.map((message) => (
            <Toast key={message.id} message={message} />
          ))}
        </Suspense>
      </section>
      <Suspense>{asked && <ConfirmDialog key={asked.id} asked={asked} />}</Suspense>
    </>
  );
}
