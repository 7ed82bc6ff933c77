import { Button, Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import classes from './dialog/Portals.module.css';
import { type ToastMessage, toast, useToastLeaves } from './toasts.ts';

const variants = {
  good: { icon: <IconCheck size={18} aria-hidden />, color: 'green' },
  info: { icon: <IconInfoCircle size={18} aria-hidden />, color: 'petrol' },
  bad: { icon: <IconAlertTriangle size={18} aria-hidden />, color: 'red' },
} as const;

export default function Toast({ message }: { message: ToastMessage }) {
  const { t } = useTranslation();
  const variant = variants[message.tone];
  const { action } = message;
  useToastLeaves(message);
  const act = () => {
    toast.close(message.id);
    action?.run();
  };
  return (
    <Notification
      className={classes.toast}
      role={message.tone === 'bad' ? 'alert' : 'status'}
      data-toast={message.tone}
      data-act={action && true}
      icon={variant.icon}
      color={variant.color}
      title={message.title}
      withBorder
      onClose={() => toast.close(message.id)}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      {message.detail && <span className={classes.detail}>{message.detail}</span>}
      {action && (
        <Button className={classes.act} size="compact-sm" variant="default" onClick={act}>
          {action.label}
        </Button>
      )}
    </Notification>
  );
}
