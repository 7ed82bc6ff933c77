import { Text } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { CopyButton } from '../../ui/page/CopyButton.tsx';
import classes from './OrderFiscalData.module.css';

export type CopyFieldProps = {
  label: string;
  /** Empty if unknown. */
  value: string;
  /** Explains the value; it is not copied. */
  note?: string | undefined;
  /** The product or address, if there are several. */
  of?: string;
};

/** A field with a button that copies its value. */
export function CopyField({ label, value, note, of }: CopyFieldProps) {
  const { t } = useTranslation('orders');
  const name = of ? t('fiscal.copyOf', { field: label, product: of }) : t('fiscal.copy', { field: label });
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} className={classes.value} title={note}>
        <span>
          {value || <span className={classes.unknown}>{t('fiscal.notReported')}</span>}
          {note && (
            <Text span size="xs" c="dimmed">
              {' '}
              {note}
            </Text>
          )}
        </span>
        {value && <CopyButton value={value} name={name} />}
      </Text>
    </div>
  );
}
