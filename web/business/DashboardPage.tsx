import { Group, Skeleton, Text } from '@mantine/core';
import {
  IconAd2,
  IconBox,
  IconBuildingStore,
  IconCircleCheck,
  IconClipboardList,
  IconPhoto,
  IconReceipt,
  IconTag,
  IconTruckLoading,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Dashboard } from '#contract/business/dashboard.ts';
import { api } from '#contract/index.ts';
import type { BusinessType, Permission } from '#contract/permissions.ts';
import { PlanWarning } from '../billing/PlanWarning.tsx';
import { actMessage, useTranslation } from '../i18n.ts';
import { formatQuantity } from '../quantity.ts';
import { useApi } from '../queries.ts';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Section } from '../ui/page/Section.tsx';
import { Stat, StatGrid } from '../ui/page/Stat.tsx';
import { useSession } from '../use-session.ts';
import classes from './DashboardPage.module.css';
import { DashboardDays } from './dashboard-days.tsx';
import { pathOfFigure, type Todo, todoBadges } from './dashboard-todo.tsx';
import { FirstSteps } from './FirstSteps.tsx';

/** Home: the person's open work, then counts and the figures of the last 30 days. */
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
  const { begun, firstSteps, todo, days } = dashboard;
  // Zeros and empty charts tell a new business nothing.
  const hasBegun = begun || firstSteps.length === 0;
  return (
    <>
      {firstSteps.length > 0 && <FirstSteps open={firstSteps} />}
      {(firstSteps.length === 0 || todo.length > 0) && (
        <Section title={t('home.todo.title')}>
          <TodoList todo={todo} type={type} begun={begun} />
        </Section>
      )}
      {hasBegun && <Counts counts={dashboard.counts} type={type} />}
      {hasBegun && Object.keys(days[0] ?? {}).length > 1 && (
        <Section title={t('home.days.title')}>
          <DashboardDays days={days} />
        </Section>
      )}
    </>
  );
}

type Count = keyof Dashboard['counts'];
type CountLink = {
  icon: TablerIcon;
  /** By which the server counts it. */
  permission: (type: BusinessType) => Permission;
};

const countLinks: Record<Count, CountLink> = {
  advertisements: {
    icon: IconAd2,
    permission: () => 'advertisements.read',
  },
  products: { icon: IconTag, permission: () => 'products.read' },
  images: { icon: IconPhoto, permission: () => 'images.read' },
  volumes: { icon: IconBox, permission: () => 'volumes.read' },
  supplyRequests: {
    icon: IconClipboardList,
    permission: () => 'supply-requests.read',
  },
  dropshippings: {
    icon: IconTruckLoading,
    permission: (type) => (type === 'sales' ? 'dropshipping.read' : 'dropship-items.read'),
  },
  partners: {
    icon: IconBuildingStore,
    permission: () => 'companies.read',
  },
  dropinvoices: {
    icon: IconReceipt,
    permission: () => 'dropinvoices.read',
  },
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
  const shown = (Object.keys(countLinks) as Count[]).filter((key) => can(countLinks[key].permission(type)));
  return (
    <section aria-label={t('home.counts.title')}>
      <StatGrid>
        {shown.map((key) => {
          const value = counts[key];
          const { icon } = countLinks[key];
          return (
            <Stat
              key={key}
              label={labels[key]}
              icon={icon}
              value={value === undefined ? undefined : formatQuantity(value)}
              to={pathOfFigure(key, type)}
            />
          );
        })}
      </StatGrid>
    </section>
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
  return (
    <ul className={classes.todo}>
      {todo.map(({ kind, count, warehouse }) => {
        const { icon: Icon, tone } = todoBadges[kind];
        return (
          <li key={`${kind} ${warehouse?.id ?? ''}`}>
            <Link to={pathOfFigure(kind, type, warehouse?.id)} className={classes.work} data-tone={tone}>
              <span className={classes.mark}>
                <Icon size={18} aria-hidden />
              </span>
              <span>
                <strong>{formatQuantity(count)}</strong>{' '}
                {t(`home.todo.${kind}`, { count, warehouse: warehouse?.name ?? '' })}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
