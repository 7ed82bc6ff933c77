import { api } from '#contract/index.ts';
import type { SupplyRequestEvent } from '#contract/supply/supply-request.ts';
import { supplyRequestStates } from '#contract/supply/supply-request-states.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { Section } from '../../ui/page/Section.tsx';
import { Timeline } from '../../ui/page/Timeline.tsx';

export function RequestHistory({ id }: { id: number }) {
  const { t } = useTranslation('supply');
  const events = useApi(api.supplyRequests.events, { params: { id }, query: { size: '100' } });
  const detailOf = (detail: SupplyRequestEvent['detail']) => {
    const named = supplyRequestStates.flatMap((state) =>
      (['from', 'to'] as const).flatMap((key) =>
        detail[key] === state ? [[key, t(`requestState.${state}`)]] : [],
      ),
    );
    return { ...detail, ...Object.fromEntries(named) };
  };
  return (
    <Section title={t('requests.history')}>
      <Timeline
        label={t('requests.history')}
        events={(events.data?.items ?? []).map((event) => ({
          key: event.id,
          at: event.at,
          author: event.author,
          title: t(
            event.detail.alone ? 'requestEvent.approvedAlone' : `requestEvent.${event.kind}`,
            detailOf(event.detail),
          ),
          tone: event.kind === 'canceled' ? 'bad' : event.kind === 'approved' ? 'good' : 'neutral',
        }))}
      />
    </Section>
  );
}
