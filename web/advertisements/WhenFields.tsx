import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { addMinutes, type Day, startOfDay } from '#contract/dates.ts';
import { useTranslation } from '../i18n.ts';
import { DayField } from '../ui/form/DayField.tsx';
import { TextField } from '../ui/form/TextField.tsx';

type Moment = { day: Day | null; time: string };
export type When = { begins: Moment; ends: Moment };

/** Now, and for good. */
export const anyTime: When = { begins: { day: null, time: '' }, ends: { day: null, time: '' } };

/** Minutes after midnight; null: not a time. */
function minutesOf(time: string): number | null {
  if (time.trim() === '') return 0;
  const [, hours, minutes] = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(time) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

function instantOf({ day, time }: Moment): string | null | undefined {
  if (day === null) return null;
  const minutes = minutesOf(time);
  return minutes === null ? undefined : addMinutes(startOfDay(day), minutes).toISOString();
}

/** Null: a time is not readable. */
export function instantsOf(when: When): { beginsAt: string | null; endsAt: string | null } | null {
  const [beginsAt, endsAt] = [instantOf(when.begins), instantOf(when.ends)];
  return beginsAt === undefined || endsAt === undefined ? null : { beginsAt, endsAt };
}

type WhenFieldsProps = {
  value: When;
  onChange: (value: When) => void;
  errors: { beginsAt?: ReactNode; endsAt?: ReactNode };
};

/** From when to when, by day and time, in the row of its caller; empty fields are now, and for good. */
export function WhenFields({ value, onChange, errors }: WhenFieldsProps) {
  const { t } = useTranslation('advertisements');
  const fields = (which: keyof When, label: string, error: ReactNode) => {
    const moment = value[which];
    const write = (change: Partial<Moment>) => onChange({ ...value, [which]: { ...moment, ...change } });
    // Without a day its time is not asked for.
    const isTime = moment.day === null || minutesOf(moment.time) !== null;
    return (
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Box w={168}>
          <DayField
            label={label}
            value={moment.day}
            onChange={(day) => write({ day })}
            clearable
            {...(error !== undefined && { error })}
          />
        </Box>
        <Box w={96}>
          <TextField
            label={t('schedules.time')}
            value={moment.time}
            onChange={(time) => write({ time })}
            placeholder="00:00"
            disabled={moment.day === null}
            {...(!isTime && { error: t('schedules.timeWrong') })}
          />
        </Box>
      </Group>
    );
  };
  return (
    <>
      {fields('begins', t('schedules.beginsOn'), errors.beginsAt)}
      {fields('ends', t('schedules.endsOn'), errors.endsAt)}
    </>
  );
}
