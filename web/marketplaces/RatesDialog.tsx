import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { FeeRates } from '#contract/marketplaces/fee-rates.ts';
import { useTranslation } from '../i18n.ts';
import { useBodySchema } from '../ui/form/body-schema.ts';
import { MoneyField, PercentField } from '../ui/form/brazilian-fields.tsx';
import { FieldRow } from '../ui/form/Form.tsx';
import { SelectField } from '../ui/form/SelectField.tsx';

type StepValues = { key: number; from: number | null; basisPoints: number | null; fixed: number | null };

type RatesDialogProps = {
  title: string;
  rates: FeeRates | null;
  pending: boolean;
  save: (rates: FeeRates | null) => Promise<{ ok: boolean }>;
  onClose: () => void;
};

const firstStep: StepValues = { key: 0, from: 0, basisPoints: null, fixed: 0 };

/** Fee and freight of an account whose marketplace quotes none: typed, or marked as unknown. */
export function RatesDialog({ title, rates, pending, save, onClose }: RatesDialogProps) {
  const { t } = useTranslation(['marketplaces', 'ui']);
  const [kind, setKind] = useState<FeeRates['kind']>(rates?.kind ?? 'typed');
  const [steps, setSteps] = useState<StepValues[]>(() =>
    rates?.kind === 'typed' ? rates.steps.map((step, key) => ({ key, ...step })) : [firstStep],
  );
  const [freight, setFreight] = useState<number | null>(rates?.kind === 'typed' ? rates.freight : null);
  const change = (key: number, next: Partial<StepValues>) =>
    setSteps(steps.map((step) => (step.key === key ? { ...step, ...next } : step)));
  const schema = useBodySchema(api.marketplaceAccounts.updateRates);
  const typed =
    kind === 'unknown' ? { kind } : { kind, steps: steps.map(({ key: _, ...step }) => step), freight };
  const isValid = schema !== undefined && !schema.safeParse({ rates: typed }, { reportInput: true }).error;
  const submit = async () => {
    if ((await save(typed as FeeRates)).ok) onClose();
  };
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <Text size="sm">{t('rates.hint')}</Text>
        <SelectField
          label={t('rates.kind')}
          value={kind}
          options={(['typed', 'unknown'] as const).map((value) => ({
            value,
            label: t(`rates.kinds.${value}`),
          }))}
          onChange={(next) => setKind(next ?? 'typed')}
        />
        {kind === 'typed' && (
          <>
            {steps.map((step, index) => (
              <Group
                key={step.key}
                wrap="nowrap"
                align="end"
                role="group"
                aria-label={t('rates.step', { number: index + 1 })}
              >
                <FieldRow>
                  <MoneyField
                    label={t('rates.from')}
                    value={step.from}
                    disabled={index === 0}
                    onChange={(from) => change(step.key, { from })}
                  />
                  <PercentField
                    label={t('rates.percent')}
                    required
                    value={step.basisPoints}
                    onChange={(basisPoints) => change(step.key, { basisPoints })}
                  />
                  <MoneyField
                    label={t('rates.fixed')}
                    value={step.fixed}
                    onChange={(fixed) => change(step.key, { fixed })}
                  />
                </FieldRow>
                {index > 0 && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('rates.remove', { number: index + 1 })}
                    onClick={() => setSteps(steps.filter(({ key }) => key !== step.key))}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                )}
              </Group>
            ))}
            <Button
              size="xs"
              variant="default"
              style={{ alignSelf: 'start' }}
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={steps.length >= 12}
              onClick={() =>
                setSteps([
                  ...steps,
                  {
                    key: Math.max(...steps.map(({ key }) => key)) + 1,
                    from: null,
                    basisPoints: null,
                    fixed: 0,
                  },
                ])
              }
            >
              {t('rates.add')}
            </Button>
            <MoneyField
              label={t('rates.freight')}
              description={t('rates.freightHint')}
              value={freight}
              onChange={setFreight}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui:act.cancel')}
          </Button>
          <Button loading={pending} disabled={!isValid} onClick={() => void submit()}>
            {t('rates.submit')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
