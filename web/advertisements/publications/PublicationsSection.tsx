import { Alert, Skeleton, Stack } from '@mantine/core';
import { IconCircleCheck, IconUpload } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { Advertisement } from '#contract/advertisements/advertisement.ts';
import type { ListedPublication } from '#contract/advertisements/publication.ts';
import { api } from '#contract/index.ts';
import { useExampleRefusal } from '../../business/examples/use-examples.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { PublicationCard } from './PublicationCard.tsx';
import { OutcomeTable } from './several/OutcomeTable.tsx';

export function usePublicationsOf(id: number) {
  return useApi(api.advertisementsPublications.list, { params: { id }, query: { size: '100' } });
}

/** Publications of this advertisement, with the marketplace's last answer for each. */
export function PublicationsSection({ advertisement }: { advertisement: Advertisement }) {
  const { t } = useTranslation('advertisements');
  const found = usePublicationsOf(advertisement.id);
  const example = useExampleRefusal('advertisement', advertisement.id);
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
                    refused: example,
                    to: paths.advertisements.publish(advertisement.id),
                  },
                ]}
              />
            )
          }
        />
      ) : (
        <Stack gap="sm">
          <JustPublished publications={found.data.items} />
          {found.data.items.map((publication) => (
            <PublicationCard key={publication.id} publication={publication} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

/** After publishing: whether the ad is on sale already. What went wrong is said by its card. */
function JustPublished({ publications }: { publications: readonly ListedPublication[] }) {
  const { t } = useTranslation('advertisements');
  const search: Record<string, unknown> = useSearch({ strict: false });
  const ids = String(search.published).split(',');
  const [made, other] = publications.filter(({ id }) => ids.includes(String(id)));
  if (other) return <OutcomeTable made={publications.filter(({ id }) => ids.includes(String(id)))} />;
  if (!made || made.syncError || (made.state !== 'active' && made.state !== 'publishing')) return null;
  const isOut = made.state === 'active';
  return (
    <Alert
      color={isOut ? 'green' : 'blue'}
      role="status"
      icon={isOut ? <IconCircleCheck aria-hidden /> : <IconUpload aria-hidden />}
    >
      {t(isOut ? 'publications.isOut' : 'publications.isOnItsWay', { account: made.account.name })}
    </Alert>
  );
}
