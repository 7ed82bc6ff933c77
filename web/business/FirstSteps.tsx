import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import type { Dashboard, FirstStep } from '#contract/business/dashboard.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Link } from '../ui/page/navigation.tsx';
import { Section } from '../ui/page/Section.tsx';
import classes from './DashboardPage.module.css';

const screens: Record<FirstStep, string> = {
  connectAccount: paths.marketplaces.accounts(),
  createAdvertisement: paths.dropshipping.catalogue(),
  publish: paths.advertisements.list(),
  firstSale: paths.orders.list(),
  createWarehouse: paths.inventory.createWarehouse(),
  createLocation: paths.inventory.locations(),
  createProduct: paths.products.create(),
  launchVolume: paths.inventory.volumes(),
  createOffer: paths.dropshipping.createItem(),
  bankData: paths.dropshipping.supplierInvoices(),
};

/** What a new business does next, and why; each step ticks itself, and the section goes when all are done. */
export function FirstSteps({ steps }: { steps: Dashboard['firstSteps'] }) {
  const { t } = useTranslation('business');
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done)?.step;
  return (
    <Section
      title={t('home.firstSteps.title')}
      hint={t('home.firstSteps.progress', { done, total: steps.length })}
    >
      <ol className={classes.todo}>
        {steps.map(({ step, done }) => (
          <li key={step}>
            <Link
              to={screens[step]}
              className={classes.work}
              data-tone={done ? 'good' : step === next ? 'info' : 'neutral'}
              aria-current={step === next ? 'step' : undefined}
            >
              <span className={classes.mark}>
                {done ? (
                  <IconCircleCheckFilled size={18} aria-label={t('home.firstSteps.done')} />
                ) : (
                  <IconCircleDashed size={18} aria-hidden />
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
    </Section>
  );
}
