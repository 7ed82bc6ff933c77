import { Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from '../i18n.ts';
import classes from './dialog/Portals.module.css';
import { type ToastMessage, toast } from './toasts.ts';

const variants = {
  good: { icon: <IconCheck size={18} aria-hidden />, color: 'green', stays: 4_000 },
  info: { icon: <IconInfoCircle size={18} aria-hidden />, color: 'petrol', stays: 7_000 },
  bad: { icon: <IconAlertTriangle size={18} aria-hidden />, color: 'red', stays: 12_000 },
} as const;

export default function Toast({ message }: { message: ToastMessage }) {
  const { t } = useTranslation();
  const look = variants[message.tone];
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
