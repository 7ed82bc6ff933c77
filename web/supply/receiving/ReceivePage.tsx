import { Anchor, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { Receipt } from '#contract/supply/receiving.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { vendorReturnBadges } from '../../inventory/vendor-returns/vendor-return-badges.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Link, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { InvoiceSection } from '../InvoiceSection.tsx';
import { ReceiptSteps } from '../ReceiptSteps.tsx';
import { CountStep } from './CountStep.tsx';
import { ReceiptLines } from './ReceiptLines.tsx';
import { ReceiptSerials } from './ReceiptSerials.tsx';
import classes from './ReceivePage.module.css';
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
  const { number, supplier, openProblems, parent } = receipt.data;
  return (
    <Page
      title={`${t('requests.numbered', { number })} · ${supplier.name}`}
      trail={trail}
      hint={
        parent && (
          <Anchor data-touch component={Link} to={paths.inventory.receive(parent.id)} inherit>
            {t('receiving.restOf', { number: parent.number })}
          </Anchor>
        )
      }
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
        <ReceiptSteps receipt={receipt.data} />
        <Step receipt={receipt.data} />
        <ReceiptSerials receipt={receipt.data} />
        <InvoiceSection receipt={receipt.data} />
        <ReceiptReturns returns={receipt.data.vendorReturns} />
        <div className={classes.foot}>
          <StepActions receipt={receipt.data} />
        </div>
      </Stack>
    </Page>
  );
}

/** Returns to the vendor with goods of this receipt. */
function ReceiptReturns({ returns }: { returns: Receipt['vendorReturns'] }) {
  const { t } = useTranslation('inventory');
  if (returns.length === 0) return null;
  return (
    <Section title={t('vendorReturns.title')}>
      <Stack gap="xs">
        {returns.map(({ id, number, state }) => (
          <Group key={id} gap="sm">
            <Anchor data-touch component={Link} to={paths.inventory.vendorReturn(id)}>
              {t('vendorReturns.numbered', { number })}
            </Anchor>
            <StateBadge {...vendorReturnBadges[state]} label={t(`vendorReturns.states.${state}`)} />
          </Group>
        ))}
      </Stack>
    </Section>
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
