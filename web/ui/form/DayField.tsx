import { useTranslation } from '../../i18n.ts';
import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import { DateInput, DatesProvider } from '@mantine/dates';
import { type Day, parseDay } from '#contract/dates.ts';
import type { FieldProps } from '../bindings.ts';

export type DayFieldProps = FieldProps<Day | null> & { min?: Day; max?: Day; clearable?: boolean };

/** A day, typed as dd/mm/yyyy or picked; the value is `yyyy-mm-dd`. */
export function DayField({ value, onChange, min, max, size, ...rest }: DayFieldProps) {
  const { t, i18n } = useTranslation();
  return (
    <DatesProvider settings={{ locale: i18n.language === 'pt' ? 'pt-br' : 'en', firstDayOfWeek: 0 }}>
      <DateInput
        {...rest}
        // Its type only knows the library's sizes; on the floor the calendar uses the largest one.
        size={size === 'floor' ? 'xl' : size}
        value={value}
        onChange={(next) => onChange(next ? next.slice(0, 10) : null)}
        minDate={min}
        maxDate={max}
        valueFormat="DD/MM/YYYY"
        dateParser={(text) => parseDay(text)}
        placeholder={t('field.day')}
        inputMode="numeric"
        clearButtonProps={{ 'aria-label': t('field.clear') }}
      />
    </DatesProvider>
  );
}
