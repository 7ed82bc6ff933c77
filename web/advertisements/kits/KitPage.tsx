import { Anchor, List, Text } from '@mantine/core';
import { IconArchive, IconTrash } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { VirtualProduct, VirtualProductFollower } from '#contract/products/virtual-product.ts';
import { useAct } from '../../acts.ts';
import { call } from '../../api.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { Link, useGo, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { useSession } from '../../use-session.ts';
import { KitForm } from './KitForm.tsx';
import { KitQuantity } from './KitQuantity.tsx';
import { kitValues, updateKitBody } from './kit-values.ts';

export default function KitPage() {
  const { t } = useTranslation('advertisements');
  const id = useIdParam();
  const { can } = useSession();
  const mayChange = can('virtual-products.update');
  const kit = useApi(api.virtualProducts.detail, { params: { id } });
  const followers = useApi(api.virtualProducts.followers, { params: { id } }, { enabled: mayChange });
  // Rendered above the form, which waits for it and does not move later.
  if (kit.data && !(mayChange && followers.isPending))
    return <Editor key={id} kit={kit.data} followers={followers.data?.items} />;
  return (
    <UnreadPage
      title={t('kits.one')}
      trail={[{ label: t('kits.title'), to: paths.products.kits() }]}
      failed={actMessage('failures', 'virtualProducts.detail')}
      result={kit}
    />
  );
}

type EditorProps = { kit: VirtualProduct; followers: readonly VirtualProductFollower[] | undefined };

function Editor({ kit, followers }: EditorProps) {
  const { t } = useTranslation('advertisements');
  const { can } = useSession();
  const params = { id: kit.id };
  const mayChange = can('virtual-products.update');
  const initial = kitValues(kit);
  const form = useForm({
    endpoint: api.virtualProducts.update,
    initial,
    version: kit.version,
    send: (values, version) => ({ params, body: updateKitBody(initial, values), version }),
    conflict: {
      load: async () => {
        const now = await call(api.virtualProducts.detail, { params });
        return { values: kitValues(now), version: now.version };
      },
    },
  });
  return (
    <Page
      title={kit.name}
      trail={[{ label: t('kits.title'), to: paths.products.kits() }]}
      hint={kit.archived && t('kits.archived')}
      actions={<KitActions kit={kit} />}
    >
      {followers && <Followers items={followers} />}
      <KitForm
        form={form}
        mayChange={mayChange}
        quantity={
          <Text>
            {t('quantity')}: <KitQuantity kit={kit} />
          </Text>
        }
      />
    </Page>
  );
}

/** Shown before saving: the changes at marketplaces. */
function Followers({ items }: { items: readonly VirtualProductFollower[] }) {
  const { t } = useTranslation('advertisements');
  return (
    <Section title={t('kits.followers')} hint={t('kits.followersHint')}>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('kits.nobodyFollows')}
        </Text>
      ) : (
        <List size="sm" spacing={4}>
          {items.map((item) => (
            <List.Item key={item.id}>
              <Anchor component={Link} to={paths.advertisements.advertisement(item.advertisement.id)}>
                {item.publication.name}
              </Anchor>{' '}
              {[item.variation, item.account.name].filter(Boolean).join(' · ')}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}

function KitActions({ kit }: { kit: VirtualProduct }) {
  const { t } = useTranslation('advertisements');
  const go = useGo();
  const params = { id: kit.id };
  const update = useAct(api.virtualProducts.update);
  const remove = useAct(api.virtualProducts.remove, { onSuccess: () => go(paths.products.kits()) });
  return (
    <Actions
      items={[
        {
          key: 'archive',
          label: t(kit.archived ? 'page.unarchive' : 'page.archive'),
          icon: IconArchive,
          permission: 'virtual-products.update',
          run: () => update.run({ params, body: { archived: !kit.archived } }),
        },
        {
          key: 'remove',
          label: t('kits.remove'),
          icon: IconTrash,
          permission: 'virtual-products.delete',
          tone: 'bad',
          secondary: true,
          confirm: { title: t('kits.removeSure'), confirm: t('kits.remove'), tone: 'bad' },
          run: () => remove.run({ params }),
        },
      ]}
    />
  );
}
