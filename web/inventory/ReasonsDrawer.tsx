import { Drawer } from '@mantine/core';
import { useTranslation } from '../i18n.ts';
import type { QuantityOf } from './quantity-of.ts';
import ReasonsOf from './ReasonsOf.tsx';

type ReasonsDrawerProps = { of: QuantityOf; name: string; onClose: () => void };

export default function ReasonsDrawer({ of, name, onClose }: ReasonsDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={`${t('why.what')} ${name}`}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <ReasonsOf of={of} />
    </Drawer>
  );
}
