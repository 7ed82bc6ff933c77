import { Button, Stack, Title } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { Dashboard, FirstStep, Way } from '#contract/business/dashboard.ts';
import { useTranslation } from '../i18n.ts';
import { type Href, paths } from '../paths.ts';
import { Link } from '../ui/page/navigation.tsx';
import { Section } from '../ui/page/Section.tsx';
import { useSession } from '../use-session.ts';
import classes from './DashboardPage.module.css';
import { ExamplesRow } from './examples/ExamplesRow.tsx';

type Steps = Dashboard['firstSteps'][number]['steps'];

/** The screen of a step; it opens on the record that the step continues, if there is one. */
function screenOf(step: FirstStep, record: number | null): Href {
  switch (step) {
    case 'createProduct':
      return paths.products.create();
    case 'haveStock':
      return record === null ? paths.products.create() : paths.products.product(record, { have: 'open' });
    case 'connectAccount':
      return paths.marketplaces.accounts();
    case 'createAdvertisement':
      return paths.dropshipping.catalogue();
    case 'publish':
      return record === null ? paths.advertisements.list() : paths.advertisements.publish(record);
    case 'firstSale':
      return paths.orders.list();
    case 'bankData':
      return paths.dropshipping.supplierInvoices();
    case 'firstShipment':
      return paths.orders.checkoutList();
  }
}

/** A connected account shows nothing by itself. */
const hasOwnRecords = (open: Dashboard['firstSteps']): boolean =>
  open.some(({ steps }) => steps.some(({ step, done }) => done && step !== 'connectAccount'));

/** First steps of a new business with their reasons; each is checked off automatically, until the first sale. */
export function FirstSteps({ open }: { open: Dashboard['firstSteps'] }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const [first] = open;
  const done = first?.steps.filter((step) => step.done).length ?? 0;
  const progress = t('home.firstSteps.progress', { done, total: first?.steps.length ?? 0 });
  return (
    <Section
      title={t('home.firstSteps.title')}
      hint={open.length === 1 || done > 0 ? progress : undefined}
      actions={
        can('imports.products') && (
          <Button component={Link} to={paths.business.moveImports()} variant="default">
            {t('imports.move.title')}
          </Button>
        )
      }
    >
      <div className={classes.ways}>
        {open.map(({ way, steps }) => (
          <StepsOfWay key={way} way={way} steps={steps} titled={open.length > 1} />
        ))}
      </div>
      {can('business.update') && <ExamplesRow offered={!hasOwnRecords(open)} />}
    </Section>
  );
}

function StepsOfWay({ way, steps, titled }: { way: Way; steps: Steps; titled: boolean }) {
  const { t } = useTranslation('business');
  const next = steps.find((step) => !step.done)?.step;
  return (
    <Stack gap="xs">
      {titled && (
        <Title order={3} size="h5" c="dimmed">
          {t(`home.firstSteps.ways.${way}`)}
        </Title>
      )}
      <ol className={classes.steps} data-titled={titled || undefined}>
        {steps.map(({ step, done, record }) => (
          <li key={step}>
            <Link
              to={screenOf(step, record)}
              className={classes.work}
              data-tone={done ? 'good' : step === next ? 'info' : 'neutral'}
              aria-current={step === next ? 'step' : undefined}
            >
              <span className={classes.mark}>
                {done ? (
                  <IconCircleCheckFilled size={18} aria-label={t('home.firstSteps.done')} />
                ) : (
                  <IconCircle size={18} aria-hidden />
                )}
              </span>
              <span>
                <span className={classes.step}>{t(`home.firstSteps.${step}`)}</span>
                {!done && <span className={classes.why}>{t(`home.firstSteps.${step}Why`)}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Stack>
  );
}
