import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { BusinessProfile } from '#contract/business/business.ts';
import { api } from '#contract/index.ts';
import { useFreshAct } from '../account/password-gate.tsx';
import { useTranslation } from '../i18n.ts';
import { renewSession } from '../session.ts';
import { SelectField } from '../ui/form/SelectField.tsx';
import { Section } from '../ui/page/Section.tsx';
import { Instant } from '../ui/page/values.tsx';
import { useSession } from '../use-session.ts';

const choices = ['0', '7', '15', '30'] as const;
type Days = (typeof choices)[number];

/** Whether and from which day everybody in the business must sign in with a second step. */
export function TwoStepForAll({ business }: { business: BusinessProfile }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const act = useFreshAct(api.business.requireTwoStep, { onSuccess: () => void renewSession() });
  const [days, setDays] = useState<Days>('7');
  const isOwner = can('business.secure');
  const change = (required: boolean) => void act.run({ body: { required, days: Number(days) } });
  return (
    <Section title={t('twoStep.title')} hint={t('twoStep.hint')}>
      <Group justify="space-between" align="end">
        <Text flex="1 1 14rem">
          {business.twoStepFrom ? (
            <>
              {t('twoStep.from')} <Instant value={business.twoStepFrom} />.
            </>
          ) : (
            t('twoStep.off')
          )}
        </Text>
        {isOwner && business.twoStepFrom && (
          <Button variant="default" loading={act.pending} onClick={() => change(false)}>
            {t('twoStep.release')}
          </Button>
        )}
        {isOwner && !business.twoStepFrom && (
          <Group align="end">
            <SelectField
              label={t('twoStep.days')}
              value={days}
              onChange={(chosen) => setDays(chosen ?? '7')}
              options={choices.map((value) => ({
                value,
                label: value === '0' ? t('twoStep.now') : t('twoStep.dayCount', { count: Number(value) }),
              }))}
            />
            <Button loading={act.pending} onClick={() => change(true)}>
              {t('twoStep.require')}
            </Button>
          </Group>
        )}
      </Group>
      {act.dialog}
    </Section>
  );
}
