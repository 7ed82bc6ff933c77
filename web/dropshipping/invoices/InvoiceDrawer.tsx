import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n.ts';
import classes from './Invoice.module.css';

type InvoiceDrawerProps = { title: string; size?: string; onClose: () => void; children: ReactNode };

/** A drawer over the list of invoices. */
export function InvoiceDrawer({ title, size = 'xl', onClose, children }: InvoiceDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      classNames={{ body: classes.drawer }}
      size={size}
      title={title}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      {children}
    </Drawer>
  );
}
