import { Skeleton, Stack } from '@mantine/core';
import type { Advertisement } from '#contract/advertisements/advertisement.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { PublicationCard } from './PublicationCard.tsx';

export function usePublicationsOf(id: number) {
  return useApi(api.advertisementsPublications.list, { params: { id }, query: { size: '100' } });
}

/** Publications of this advertisement, with the marketplace's last answer for each. */
export function PublicationsSection({ advertisement }: { advertisement: Advertisement }) {
  const { t } = useTranslation('advertisements');
  const found = usePublicationsOf(advertisement.id);
  return (
    <Section title={t('publications.title')} hint={t('publications.hint')}>
      {found.error && !found.data ? (
        <ErrorState
          failure={found.error}
          title={actMessage('failures', 'advertisementsPublications.list')}
          retry={() => void found.refetch()}
        />
      ) : !found.data ? (
        <Skeleton height={120} />
      ) : found.data.items.length === 0 ? (
        <EmptyState
          title={t('publications.empty')}
          hint={t('publications.emptyHint')}
          action={
            !advertisement.archived && (
              <Actions
                items={[
                  {
                    key: 'publish',
                    label: t('page.publish'),
                    permission: 'publications.create',
                    to: paths.advertisements.publish(advertisement.id),
                  },
                ]}
              />
            )
          }
        />
      ) : (
        <Stack gap="sm">
          {found.data.items.map((publication) => (
            <PublicationCard key={publication.id} publication={publication} />
          ))}
        </Stack>
      )}
    </Section>
  );
}
