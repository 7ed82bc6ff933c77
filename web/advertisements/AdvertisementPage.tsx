import { Alert } from '@mantine/core';
import { IconArchive, IconLink, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Advertisement } from '#contract/advertisements/advertisement.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { call } from '../api.ts';
import { ExampleBadge } from '../business/examples/ExampleBadge.tsx';
import { ExampleNotice } from '../business/examples/ExampleNotice.tsx';
import { useExampleRefusal } from '../business/examples/use-examples.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { useGo, useIdParam } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { UnreadPage } from '../ui/page/UnreadPage.tsx';
import { AdvertisementForm } from './AdvertisementForm.tsx';
import { updateBody, valuesOf } from './advertisement-values.ts';
import { LinkDialog } from './publications/LinkDialog.tsx';
import { PublicationsSection, usePublicationsOf } from './publications/PublicationsSection.tsx';

export default function AdvertisementPage() {
  const { t } = useTranslation('advertisements');
  const id = useIdParam();
  const advertisement = useApi(api.advertisements.detail, { params: { id } });
  // Rendered above the form with a variable height, so both wait until this is loaded.
  const publications = usePublicationsOf(id);
  if (advertisement.data && !publications.isPending)
    return <Editor key={id} advertisement={advertisement.data} />;
  return (
    <UnreadPage
      title={t('page.one')}
      trail={[{ label: t('list.title'), to: paths.advertisements.list() }]}
      failed={actMessage('failures', 'advertisements.detail')}
      result={advertisement}
    />
  );
}

function Editor({ advertisement }: { advertisement: Advertisement }) {
  const { t } = useTranslation('advertisements');
  const [linking, setLinking] = useState(false);
  const params = { id: advertisement.id };
  const initial = valuesOf(advertisement);
  const form = useForm({
    endpoint: api.advertisements.update,
    initial,
    version: advertisement.version,
    send: (values, version) => ({ params, body: updateBody(initial, values), version }),
    conflict: {
      load: async () => {
        const now = await call(api.advertisements.detail, { params });
        return { values: valuesOf(now), version: now.version };
      },
    },
  });
  return (
    <Page
      title={advertisement.product}
      trail={[{ label: t('list.title'), to: paths.advertisements.list() }]}
      badge={<ExampleBadge kind="advertisement" id={advertisement.id} />}
      actions={<PageActions advertisement={advertisement} link={() => setLinking(true)} />}
    >
      <ExampleNotice kind="advertisement" id={advertisement.id} />
      {advertisement.archived && <Alert color="gray">{t('page.archivedHint')}</Alert>}
      <PublicationsSection advertisement={advertisement} />
      <AdvertisementForm form={form} weight={advertisement.weight} />
      {linking && <LinkDialog advertisement={advertisement} onClose={() => setLinking(false)} />}
    </Page>
  );
}

function PageActions({ advertisement, link }: { advertisement: Advertisement; link: () => void }) {
  const { t } = useTranslation('advertisements');
  const example = useExampleRefusal('advertisement', advertisement.id);
  const go = useGo();
  const params = { id: advertisement.id };
  const update = useAct(api.advertisements.update);
  const remove = useAct(api.advertisements.remove, { onSuccess: () => go(paths.advertisements.list()) });
  const composed = advertisement.components.length > 0;
  const published = usePublicationsOf(advertisement.id).data?.items ?? [];
  const isPublished = published.length > 0;
  return (
    <Actions
      items={[
        {
          key: 'publish',
          label: t(isPublished ? 'page.publishElsewhere' : 'page.publish'),
          icon: IconUpload,
          ...(!isPublished && { tone: 'primary' as const }),
          permission: 'publications.create',
          refused:
            (!composed && t('page.publishRefused')) ||
            (advertisement.archived && t('page.archivedHint')) ||
            example,
          to: paths.advertisements.publish(advertisement.id, { like: published[0]?.id }),
        },
        {
          key: 'link',
          label: t('page.link'),
          icon: IconLink,
          permission: 'publications.create',
          refused: (!composed && t('page.publishRefused')) || example,
          run: link,
        },
        {
          key: 'archive',
          label: t(advertisement.archived ? 'page.unarchive' : 'page.archive'),
          icon: IconArchive,
          permission: 'advertisements.update',
          secondary: true,
          run: () => update.run({ params, body: { archived: !advertisement.archived } }),
        },
        {
          key: 'remove',
          label: t('page.remove'),
          icon: IconTrash,
          permission: 'advertisements.delete',
          tone: 'bad',
          secondary: true,
          confirm: { title: t('page.removeSure'), confirm: t('page.remove'), tone: 'bad' },
          run: () => remove.run({ params }),
        },
      ]}
    />
  );
}
