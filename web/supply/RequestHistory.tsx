import { api } from '#contract/index.ts';
import { useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { Section } from '../ui/Section.tsx';
import { Timeline } from '../ui/Timeline.tsx';

export function RequestHistory({ id }: { id: number }) {
  const { t } = useTranslation('supply');
  const events = useApi(api.supplyRequests.events, { params: { id }, query: { size: '100' } });
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
            event.detail,
          ),
          tone: event.kind === 'canceled' ? 'bad' : event.kind === 'approved' ? 'good' : 'neutral',
        }))}
      />
    </Section>
  );
}
