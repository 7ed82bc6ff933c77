import { Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { questions } from './confirm.ts';
import classes from './Hosts.module.css';
import { type ToastMessage, toast, toasts } from './toast.ts';

const ConfirmDialog = lazy(() => import('./ConfirmHost.tsx'));

/** Where toasts and questions appear; once in the tree. */
export function Hosts() {
  const messages = useSyncExternalStore(toasts.subscribe, toasts.get);
  const asked = useSyncExternalStore(questions.subscribe, questions.get)[0];
  const { t } = useTranslation();
  return (
    <>
      <section className={classes.toasts} aria-label={t('notifications')} aria-live="polite">
        {messages.map((message) => (
          <Toast key={message.id} message={message} />
        ))}
      </section>
      <Suspense>{asked && <ConfirmDialog key={asked.id} asked={asked} />}</Suspense>
    </>
  );
}

const looks = {
  good: { icon: <IconCheck size={18} aria-hidden />, color: 'green', stays: 4_000 },
  info: { icon: <IconInfoCircle size={18} aria-hidden />, color: 'petrol', stays: 7_000 },
  bad: { icon: <IconAlertTriangle size={18} aria-hidden />, color: 'red', stays: 12_000 },
} as const;

function Toast({ message }: { message: ToastMessage }) {
  const { t } = useTranslation();
  const look = looks[message.tone];
  useEffect(() => {
    const timer = setTimeout(() => toast.close(message.id), look.stays);
    return () => clearTimeout(timer);
  }, [message.id, look.stays]);
  return (
    <Notification
      className={classes.toast}
      role={message.tone === 'bad' ? 'alert' : 'status'}
      data-toast={message.tone}
      icon={look.icon}
      color={look.color}
      title={message.title}
      withBorder
      onClose={() => toast.close(message.id)}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      {message.detail}
    </Notification>
  );
}
