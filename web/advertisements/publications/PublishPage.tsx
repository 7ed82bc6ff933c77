import { useSearch } from '@tanstack/react-router';
import type { Advertisement } from '#contract/advertisements/advertisement.ts';
import type { Publication } from '#contract/advertisements/publication.ts';
import { highestBand } from '#contract/advertisements/wholesale.ts';
import { api } from '#contract/index.ts';
import { call } from '../../api.ts';
import { ExampleNotice } from '../../business/examples/ExampleNotice.tsx';
import { useIsExample } from '../../business/examples/use-examples.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useConnect } from '../../marketplaces/use-connect.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { useGo, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { useOffers } from '../use-offers.ts';
import { PublishForm } from './PublishForm.tsx';
import { formPath, updateBody, valuesOf } from './publish-values.ts';
import { SyncErrorNotice, useCauseText } from './SyncErrorNotice.tsx';
import { NewPublication } from './several/NewPublication.tsx';

/** Publishes an advertisement, or corrects a publication with `?publication=`. */
export default function PublishPage() {
  const { t } = useTranslation('advertisements');
  const id = useIdParam();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const advertisement = useApi(api.advertisements.detail, { params: { id } });
  if (!advertisement.data)
    return (
      <UnreadPage
        title={t(search.publication ? 'publish.editTitle' : 'publish.title')}
        trail={[{ label: t('list.title'), to: paths.advertisements.list() }]}
        failed={actMessage('failures', 'advertisements.detail')}
        result={advertisement}
      />
    );
  return search.publication ? (
    <SavedPublication advertisement={advertisement.data} id={Number(search.publication)} />
  ) : (
    <OfferedParts advertisement={advertisement.data} like={search.like ? Number(search.like) : null} />
  );
}

type OfferedProps = {
  advertisement: Advertisement;
  /** The publication whose common part is taken over. */
  like: number | null;
};

/** Waits for the attributes of the products; a withdrawn one has none. */
function OfferedParts({ advertisement, like }: OfferedProps) {
  const { t } = useTranslation('advertisements');
  const { components, asVariations } = advertisement;
  const asked = asVariations ? components : components.slice(0, 1);
  const offers = useOffers(asked.map(({ offer }) => offer.id).join(','));
  const accounts = useApi(api.marketplaceAccounts.list, {
    query: { size: '100', query: 'state:connected', sort: 'name' },
  });
  const made = useApi(api.publications.detail, { params: { id: like ?? 0 } }, { enabled: like !== null });
  const example = useIsExample('advertisement', advertisement.id);
  if (example)
    return (
      <Page title={t('publish.title')} trail={trailOf(advertisement, t('list.title'))}>
        <ExampleNotice kind="advertisement" id={advertisement.id} />
      </Page>
    );
  if (components.length === 0)
    return <EmptyState level={1} title={t('page.publishRefused')} hint={t('page.none')} />;
  // Without the other publication the form starts from the advertisement.
  if (!offers || !accounts.data || made.isLoading)
    return (
      <UnreadPage
        title={t('publish.title')}
        trail={trailOf(advertisement, t('list.title'))}
        failed={actMessage('failures', 'advertisements.detail')}
        result={accounts}
      />
    );
  const { items, pages } = accounts.data;
  if (items.length === 0) return <ConnectFirst advertisement={advertisement} />;
  return (
    <NewPublication
      advertisement={advertisement}
      offers={offers}
      accounts={items}
      hasMore={pages > 1}
      like={made.data ?? null}
      trail={trailOf(advertisement, t('list.title'))}
    />
  );
}

function trailOf(advertisement: Advertisement, title: string) {
  return [
    { label: title, to: paths.advertisements.list() },
    { label: advertisement.product, to: paths.advertisements.advertisement(advertisement.id) },
  ];
}

/** Without an account: links to the marketplace's consent page, which returns here. */
function ConnectFirst({ advertisement }: { advertisement: Advertisement }) {
  const { t } = useTranslation('advertisements');
  const { actions } = useConnect(paths.advertisements.publish(advertisement.id));
  return (
    <Page title={t('publish.title')} trail={trailOf(advertisement, t('list.title'))}>
      <EmptyState
        title={t('publish.connectFirstTitle')}
        hint={t('publish.connectFirst')}
        action={<Actions items={actions} />}
      />
    </Page>
  );
}

function SavedPublication({ advertisement, id }: { advertisement: Advertisement; id: number }) {
  const { t } = useTranslation('advertisements');
  const publication = useApi(api.publications.detail, { params: { id } });
  if (publication.data)
    return <ChangedPublication advertisement={advertisement} publication={publication.data} />;
  return (
    <UnreadPage
      title={t('publish.editTitle')}
      trail={trailOf(advertisement, t('list.title'))}
      failed={actMessage('failures', 'publications.detail')}
      result={publication}
    />
  );
}

type ChangedProps = { advertisement: Advertisement; publication: Publication };

function ChangedPublication({ advertisement, publication }: ChangedProps) {
  const { t } = useTranslation('advertisements');
  const go = useGo();
  const params = { id: publication.id };
  const initial = valuesOf(publication);
  const causeText = useCauseText(publication.syncError);
  const form = useForm({
    endpoint: api.publications.update,
    initial,
    version: publication.version,
    send: (values, version) => ({ params, body: updateBody(initial, values), version }),
    mapError: formPath,
    onSaved: () => go(paths.advertisements.advertisement(advertisement.id)),
    conflict: {
      load: async () => {
        const now = await call(api.publications.detail, { params });
        return { values: valuesOf(now), version: now.version };
      },
    },
  });
  return (
    <Page title={t('publish.editTitle')} trail={trailOf(advertisement, t('list.title'))}>
      {publication.syncError && (
        <SyncErrorNotice
          error={publication.syncError}
          variations={publication.variations}
          attributes={publication.attributes}
        />
      )}
      <PublishForm
        form={form}
        causeText={causeText}
        saved
        followsSize={publication.followsSize}
        created={publication.remoteItem !== null}
        mustStayAbove={highestBand(publication.wholesale)}
        label={t('publish.save')}
      />
    </Page>
  );
}
