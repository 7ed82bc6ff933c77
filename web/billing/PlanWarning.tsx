import { warningShare } from '#contract/billing/plan.ts';
import { api } from '#contract/index.ts';
import { useApi } from '../queries.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { useSession } from '../use-session.ts';

const PlanAlert = lazyWithFallback<{ percent: number }>(() => import('./PlanAlert.tsx'));

/**
 * Warns on working screens that the plan is nearly or fully used, with a link to the plans. Shows nothing below 80
 * percent.
 */
export function PlanWarning() {
  const { can } = useSession();
  return can('plans.read') ? <Warning /> : null;
}

function Warning() {
  const { data } = useApi(api.plans.current, {});
  const percent = data ? warningShare(data) : null;
  return percent === null ? null : <PlanAlert percent={percent} />;
}
