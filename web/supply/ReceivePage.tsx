import { Stack, Stepper } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { Receipt } from '#contract/supply/receiving.ts';
import { ongoingStates, type SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/Actions.tsx';
import { useIdParam } from '../ui/navigation.tsx';
import { Page } from '../ui/Page.tsx';
import { UnreadPage } from '../ui/UnreadPage.tsx';
import { CountStep } from './CountStep.tsx';
import { ReceiptLines } from './ReceiptLines.tsx';
import { RegisterStep } from './RegisterStep.tsx';
import { StepActions } from './StepActions.tsx';
import { StockUpStep } from './StockUpStep.tsx';
import { TagStep } from './TagStep.tsx';

export default function ReceivePage() {
  const { t } = useTranslation('supply');
  const id = useIdParam();
  const receipt = useApi(api.supplyRequestsOngoing.detail, { params: { id } });
  const trail = [{ label: t('receiving.title'), to: paths.inventory.receiveList() }];
  if (!receipt.data)
    return (
      <UnreadPage
        title={t('receiving.one')}
        trail={trail}
        failed={actMessage('failures', 'supplyRequestsOngoing.detail')}
        result={receipt}
      />
    );
  const { number, supplier, openProblems } = receipt.data;
  return (
    <Page
      title={`${t('requests.numbered', { number })} · ${supplier.name}`}
      trail={trail}
      actions={
        <Actions
          items={[
            {
              key: 'problems',
              label: t('receiving.problems', { count: openProblems }),
              icon: IconAlertTriangle,
              permission: 'reported-problems.read',
              to: paths.inventory.receiveReport(id),
            },
          ]}
        />
      }
    >
      <Stack>
        <Steps receipt={receipt.data} />
        <Step receipt={receipt.data} />
        <StepActions receipt={receipt.data} />
      </Stack>
    </Page>
  );
}

function Step({ receipt }: { receipt: Receipt }) {
  switch (receipt.state) {
    case 'check_volumes':
      return <CountStep receipt={receipt} />;
    case 'register_volumes':
      return <RegisterStep receipt={receipt} />;
    case 'tag_volumes':
      return <TagStep receipt={receipt} />;
    case 'stock_up':
      return <StockUpStep receipt={receipt} />;
    default:
      return <ReceiptLines receipt={receipt} />;
  }
}

/** The steps in their order, each with who came to it and when. */
function Steps({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('supply');
  const order: readonly SupplyRequestState[] = [...ongoingStates, 'attended'];
  const at = order.indexOf(receipt.state);
  return (
    <Stepper
      active={receipt.state === 'attended' ? order.length : at}
      size="xs"
      aria-label={t('receiving.step')}
      allowNextStepsSelect={false}
    >
      {order.map((state, index) => {
        const entered = index <= at && receipt.steps.findLast((step) => step.state === state);
        return (
          <Stepper.Step
            key={state}
            label={t(`requestState.${state}`)}
            description={entered ? `${formatInstant(entered.at)} · ${entered.author ?? ''}` : undefined}
          />
        );
      })}
    </Stepper>
  );
}
