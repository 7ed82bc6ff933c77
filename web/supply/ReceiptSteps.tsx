import { Box, Progress, Stepper, Text } from '@mantine/core';
import { formatInstant } from '#contract/dates.ts';
import type { Receipt } from '#contract/supply/receiving.ts';
import { ongoingStates, type SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import { useTranslation } from '../i18n.ts';

const order: readonly SupplyRequestState[] = [...ongoingStates, 'attended'];

/** The steps in order, with person and time of each; on a phone only the current one. */
export function ReceiptSteps({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('supply');
  const at = order.indexOf(receipt.state);
  const entered = (state: SupplyRequestState) => {
    const step = receipt.steps.findLast((one) => one.state === state);
    return step && `${formatInstant(step.at)} · ${step.author ?? ''}`;
  };
  return (
    <>
      <Stepper
        active={receipt.state === 'attended' ? order.length : at}
        size="xs"
        visibleFrom="md"
        aria-label={t('receiving.step')}
        allowNextStepsSelect={false}
      >
        {order.map((state, index) => (
          <Stepper.Step
            key={state}
            label={t(`requestState.${state}`)}
            description={index <= at ? entered(state) : undefined}
          />
        ))}
      </Stepper>
      {at >= 0 && (
        <Box hiddenFrom="md">
          <Text fw={650}>
            {t('receiving.stepOf', {
              at: at + 1,
              all: order.length,
              step: t(`requestState.${receipt.state}`),
            })}
          </Text>
          <Text size="xs" c="dimmed" mb={6}>
            {entered(receipt.state)}
          </Text>
          <Progress value={((at + 1) / order.length) * 100} size="sm" aria-label={t('receiving.step')} />
        </Box>
      )}
    </>
  );
}
