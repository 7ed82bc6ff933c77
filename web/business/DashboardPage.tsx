import { Group, Paper, Skeleton, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { Dashboard } from '#contract/business/dashboard.ts';
import { api } from '#contract/index.ts';
import type { BusinessType, Permission } from '#contract/permissions.ts';
import { PlanWarning } from '../billing/PlanWarning.tsx';
import { actMessage, useTranslation } from '../i18n.ts';
import { formatCount, formatQuantity } from '../quantity.ts';
import { useApi } from '../queries.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Section } from '../ui/page/Section.tsx';
import { nothing } from '../ui/page/values.tsx';
import { useSession } from '../use-session.ts';
import classes from './DashboardPage.module.css';
import { DashboardDays } from './dashboard-days.tsx';
import { pathOfFigure, type Todo, todoBadges } from './dashboard-todo.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { HomeMoney } from './HomeMoney.tsx';

const HomeResults = lazyWithFallback(() => import('./HomeResults.tsx'), { waiting: () => null });

/** Home: the sales of a seller, the person's open work, then counts, the figures of the last 30 days, and results. */
export default function DashboardPage() {
  const { t } = useTranslation('business');
  const { session } = useSession();
  const { data, error, refetch } = useApi(api.dashboard.detail, {});
  const business = session?.business;
  const type = business?.type ?? 'sales';
  const name = session?.user.name.split(' ')[0] ?? '';
  return (
    <Page title={t('home.title')} hint={`${t('home.hello', { name })} · ${business?.name ?? ''}`}>
      {error && !data ? (
        <ErrorState
          title={actMessage('failures', 'dashboard.detail') ?? ''}
          failure={error}
          retry={refetch}
        />
      ) : (
        <>
          <PlanWarning />
          {data ? <Sections dashboard={data} type={type} /> : <Skeleton height={360} />}
        </>
      )}
    </Page>
  );
}

/** The height of each part depends on its content, so all are rendered together and none moves. */
function Sections({ dashboard, type }: { dashboard: Dashboard; type: BusinessType }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const { begun, firstSteps, todo, days } = dashboard;
  const sells = begun && can('profits.read');
  // Zeros and empty charts tell a new business nothing.
  const hasBegun = begun || firstSteps.length === 0;
  return (
    <>
      {sells && <HomeMoney />}
      {firstSteps.length > 0 && <FirstSteps open={firstSteps} />}
      {(firstSteps.length === 0 || todo.length > 0) && (
        <Section title={t('home.todo.title')}>
          <TodoList todo={todo} type={type} begun={begun} />
        </Section>
      )}
      {hasBegun && <Counts counts={dashboard.counts} type={type} />}
      {hasBegun && days.some(hasFigure) && (
        <Section title={t('home.days.title')}>
          <DashboardDays days={days} />
        </Section>
      )}
      {sells && <HomeResults />}
    </>
  );
}

/** Charts without a bar say nothing. */
const hasFigure = ({ day: _, ...figures }: Dashboard['days'][number]): boolean =>
  Object.values(figures).some((figure) => Number(figure) > 0);

type Count = keyof Dashboard['counts'];

/** By which the server counts each. */
const countPermissions: Record<Count, (type: BusinessType) => Permission> = {
  advertisements: () => 'advertisements.read',
  products: () => 'products.read',
  images: () => 'images.read',
  volumes: () => 'volumes.read',
  supplyRequests: () => 'supply-requests.read',
  dropshippings: (type) => (type === 'sales' ? 'dropshipping.read' : 'dropship-items.read'),
  partners: () => 'companies.read',
  dropinvoices: () => 'dropinvoices.read',
};

function Counts({ counts, type }: { counts: Dashboard['counts']; type: BusinessType }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const labels: Record<Count, string> = {
    advertisements: t('home.counts.advertisements'),
    products: t('home.counts.products'),
    images: t('home.counts.images'),
    volumes: t('home.counts.volumes'),
    supplyRequests: t('home.counts.supplyRequests'),
    dropshippings: t(type === 'sales' ? 'home.counts.advertised' : 'home.counts.dropshippings'),
    partners: t(type === 'sales' ? 'home.counts.suppliers' : 'home.counts.dropshippers'),
    dropinvoices: t(type === 'sales' ? 'home.counts.sellerInvoices' : 'home.counts.supplierInvoices'),
  };
  const shown = (Object.keys(countPermissions) as Count[]).filter((key) => can(countPermissions[key](type)));
  return (
    <Paper component="section" py="xs" px="sm" aria-label={t('home.counts.title')}>
      <ul className={classes.counts}>
        {shown.map((key) => {
          const value = counts[key];
          return (
            <li key={key}>
              <Link to={pathOfFigure(key, type)} className={classes.count}>
                {labels[key]}
                <strong>{value === undefined ? nothing : formatQuantity(value)}</strong>
              </Link>
            </li>
          );
        })}
      </ul>
    </Paper>
  );
}

function TodoList({ todo, type, begun }: { todo: Todo[]; type: BusinessType; begun: boolean }) {
  const { t } = useTranslation('business');
  if (todo.length === 0) {
    return (
      <Group gap="xs">
        <IconCircleCheck size={20} color="var(--easy-good-text)" aria-hidden />
        <Text>{t(begun ? 'home.todo.nothing' : 'home.todo.notBegun')}</Text>
      </Group>
    );
  }
  const urgent = todo.filter(({ kind }) => todoBadges[kind].tone === 'bad');
  const large = urgent.length > 0 ? urgent : todo.slice(0, 3);
  const rest = todo.filter((work) => !large.includes(work));
  return (
    <>
      <ul className={classes.todo}>
        {large.map((work) => (
          <Work key={`${work.kind} ${work.warehouse?.id ?? ''}`} work={work} type={type} />
        ))}
      </ul>
      {rest.length > 0 && (
        <ul className={classes.rest}>
          {rest.map((work) => (
            <Work key={`${work.kind} ${work.warehouse?.id ?? ''}`} work={work} type={type} />
          ))}
        </ul>
      )}
    </>
  );
}

function Work({ work: { kind, count, warehouse }, type }: { work: Todo; type: BusinessType }) {
  const { t } = useTranslation('business');
  const { icon: Icon, tone } = todoBadges[kind];
  return (
    <li>
      <Link to={pathOfFigure(kind, type, warehouse?.id)} className={classes.work} data-tone={tone}>
        <span className={classes.mark}>
          <Icon size={18} aria-hidden />
        </span>
        <span>
          <strong>{formatCount(count)}</strong>{' '}
          {t(`home.todo.${kind}`, { count, warehouse: warehouse?.name ?? '' })}
        </span>
      </Link>
    </li>
  );
}
