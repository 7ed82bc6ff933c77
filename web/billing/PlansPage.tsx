import {
  Badge,
  Button,
  Card,
  Group,
  Progress,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { type CurrentPlan, comparePlans, type OfferedPlan } from '#contract/billing/plan.ts';
import { dayOf, formatDay } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { formatQuantity, writeMoney } from '../quantity.ts';
import { useApi } from '../queries.ts';
import { confirm } from '../ui/dialog/confirm.ts';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Section } from '../ui/page/Section.tsx';
import { Day } from '../ui/page/values.tsx';
import { useSession } from '../use-session.ts';
import { formatBytes } from './format-bytes.ts';

/** The plan of the business, its usage, and the other plans. */
export default function PlansPage() {
  const { t } = useTranslation('billing');
  const offered = useApi(api.plans.list, {});
  const current = useApi(api.plans.current, {});
  const failed = [
    { result: current, title: actMessage('failures', 'plans.current') },
    { result: offered, title: actMessage('failures', 'plans.list') },
  ].find(({ result }) => result.error && !result.data);
  return (
    <Page
      title={t('plan.title')}
      hint={t('plan.hint')}
      actions={
        <Button component={Link} to={paths.billing.seller()} variant="default">
          {t('history.title')}
        </Button>
      }
    >
      {failed && (
        <ErrorState
          failure={failed.result.error}
          title={failed.title}
          retry={() => void failed.result.refetch()}
        />
      )}
      {!failed && (!current.data || !offered.data) && <Skeleton height={240} />}
      {current.data && offered.data && (
        <Stack>
          <Use current={current.data} plans={offered.data.items} />
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {offered.data.items.map((plan) => (
              <PlanCard key={plan.name} plan={plan} current={current.data} />
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </Page>
  );
}

function Use({ current, plans }: { current: CurrentPlan; plans: readonly OfferedPlan[] }) {
  const { t } = useTranslation('billing');
  const plan = plans.find(({ name }) => name === current.plan);
  return (
    <Section title={t('plan.use')}>
      <Text>
        {t('plan.current')}: <strong>{t(`names.${current.plan}`)}</strong>. {t('plan.since')}{' '}
        <Day value={dayOf(current.since)} />.{' '}
        {current.next &&
          t('plan.next', { day: formatDay(current.next.on), plan: t(`names.${current.next.plan}`) })}
      </Text>
      <UseBar
        label={t('plan.publications')}
        used={current.publications}
        limit={plan?.publications ?? null}
        format={formatQuantity}
      />
      <UseBar
        label={t('plan.storage')}
        used={current.storageBytes}
        limit={plan?.storageBytes ?? null}
        format={formatBytes}
      />
    </Section>
  );
}

type UseBarProps = { label: string; used: number; limit: number | null; format: (value: number) => string };

function UseBar({ label, used, limit, format }: UseBarProps) {
  const { t } = useTranslation('billing');
  const percent = limit === null ? 0 : Math.floor((used * 100) / limit);
  const text =
    limit === null
      ? t('plan.unlimited', { used: format(used) })
      : t('plan.of', { used: format(used), limit: format(limit) });
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{label}</Text>
        <Text>{text}</Text>
      </Group>
      {limit !== null && (
        <Progress value={Math.min(percent, 100)} color={colorOf(percent)} aria-label={`${label}: ${text}`} />
      )}
      {percent >= 80 && (
        <Text size="sm" c={percent >= 100 ? 'red' : 'orange'} role="status">
          {percent >= 100 ? t('plan.full') : t('plan.warning', { percent })}
        </Text>
      )}
    </Stack>
  );
}

function colorOf(percent: number): string {
  if (percent >= 100) return 'red';
  return percent >= 80 ? 'orange' : 'petrol';
}

function PlanCard({ plan, current }: { plan: OfferedPlan; current: CurrentPlan }) {
  const { t } = useTranslation('billing');
  const isCurrent = plan.name === current.plan;
  return (
    <Card withBorder padding="md">
      <Stack gap="xs" h="100%">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t(`names.${plan.name}`)}
          </Title>
          {isCurrent && <Badge tt="none">{t('plan.current')}</Badge>}
        </Group>
        <Text size="xl" fw={650}>
          {writeMoney(plan.priceCentavos)}{' '}
          <Text span size="sm" c="dimmed">
            {t(plan.priceCentavos === 0 ? 'plan.none' : 'plan.perMonth')}
          </Text>
        </Text>
        <Text>{t('plan.upToStorage', { size: formatBytes(plan.storageBytes) })}</Text>
        <Text mb="auto">
          {plan.publications === null
            ? t('plan.anyPublications')
            : t('plan.upToPublications', { number: formatQuantity(plan.publications) })}
        </Text>
        <ChooseButton plan={plan} current={current} />
      </Stack>
    </Card>
  );
}

function ChooseButton({ plan, current }: { plan: OfferedPlan; current: CurrentPlan }) {
  const { t } = useTranslation('billing');
  const { can } = useSession();
  const choose = useAct(api.plans.choose);
  const name = t(`names.${plan.name}`);
  const isCurrent = plan.name === current.plan;
  const isUp = comparePlans(plan.name, current.plan) > 0;
  if (!can('plans.change')) return isCurrent ? null : <Text c="dimmed">{t('plan.onlyOwner')}</Text>;
  async function run() {
    const question = isUp
      ? {
          title: t('plan.upSure', { plan: name }),
          message: t('plan.upText', { price: writeMoney(plan.priceCentavos) }),
        }
      : { title: t('plan.downSure', { plan: name }), message: t('plan.downText', { plan: name }) };
    if (!isCurrent && !(await confirm({ ...question, confirm: t('plan.choose', { plan: name }) }))) return;
    await choose.run({ body: { plan: plan.name } });
  }
  if (isCurrent && !current.next) return <Text c="dimmed">{t('plan.isCurrent')}</Text>;
  const isNext = current.next?.plan === plan.name;
  return (
    <Button
      px="xs"
      variant={isUp || isCurrent ? 'filled' : 'default'}
      disabled={isNext}
      loading={choose.pending}
      onClick={() => void run()}
    >
      {t(isCurrent ? 'plan.keep' : 'plan.choose', { plan: name })}
    </Button>
  );
}
