import { IconPlus, IconTag, IconTrash } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { CategoryRow } from '#contract/products/category.ts';
import { useAct } from '../../acts.ts';
import { call } from '../../api.ts';
import { useHistoryAction } from '../../business/audit/history-action.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { useGo, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { useSession } from '../../use-session.ts';
import { CategoryForm, type CategoryValues } from './CategoryForm.tsx';

export default function CategoryPage() {
  const { t } = useTranslation('products');
  const id = useIdParam();
  const category = useApi(api.categories.detail, { params: { id } });
  if (category.data) return <CategoryEditor key={id} category={category.data} />;
  return (
    <UnreadPage
      title={t('category')}
      width="narrow"
      trail={[{ label: t('categories.title'), to: paths.products.categories() }]}
      failed={actMessage('failures', 'categories.detail')}
      result={category}
    />
  );
}

function valuesOf({ description, father, path }: CategoryRow): CategoryValues {
  // The path without its last step is the parent.
  const above = path.split(' › ').slice(0, -1).join(' › ');
  return { description, father: father && { id: father.id, name: above } };
}

function CategoryEditor({ category }: { category: CategoryRow }) {
  const { t } = useTranslation(['products', 'ui']);
  const { can } = useSession();
  const go = useGo();
  const { id, description } = category;
  const back = () => go(paths.products.categories());
  const remove = useAct(api.categories.remove, { onSuccess: back });
  const form = useForm({
    endpoint: api.categories.update,
    initial: valuesOf(category),
    version: category.version,
    send: (values, version) => ({
      params: { id },
      body: { description: values.description, father: values.father?.id ?? null },
      version,
    }),
    conflict: {
      load: async () => {
        const current = await call(api.categories.detail, { params: { id } });
        return { values: valuesOf(current), version: current.version };
      },
    },
  });
  const history = useHistoryAction('categories', id);
  return (
    <Page
      title={description}
      hint={category.path}
      width="narrow"
      trail={[{ label: t('categories.title'), to: paths.products.categories() }]}
      actions={
        <Actions
          items={[
            {
              key: 'products',
              label: t('categories.seeProducts'),
              icon: IconTag,
              to: paths.products.list({ query: `category:${id}` }),
            },
            {
              key: 'child',
              label: t('categories.newChild'),
              icon: IconPlus,
              permission: 'categories.create',
              to: paths.products.createSubcategory(id),
            },
            {
              key: 'remove',
              label: t('ui:act.remove'),
              icon: IconTrash,
              tone: 'bad',
              permission: 'categories.delete',
              refused: (category.children > 0 || category.products > 0) && t('categories.holds'),
              confirm: {
                title: t('categories.removeSure', { name: description }),
                message: t('categories.removeText'),
                confirm: t('ui:act.remove'),
                tone: 'bad',
              },
              run: () => remove.run({ params: { id } }),
            },
            history,
          ]}
        />
      }
    >
      <CategoryForm form={form} disabled={!can('categories.update')} />
    </Page>
  );
}
