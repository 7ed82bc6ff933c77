import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import type { Reference } from '../../ui/form/AsyncSelect.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { useGo, useParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { CategoryForm, type CategoryValues } from './CategoryForm.tsx';

/** A category at the top level, or below the one in the address. */
export default function CategoryCreatePage() {
  const { t } = useTranslation('products');
  const fatherId = useParam('fatherId');
  const father = useApi(
    api.categories.detail,
    { params: { id: Number(fatherId) } },
    { enabled: fatherId !== '' },
  );
  const title = father.data
    ? t('categories.newUnder', { name: father.data.description })
    : t('categories.new');
  const back = { label: t('categories.title'), to: paths.products.categories() };
  return (
    <Page title={title} width="narrow" trail={[back]}>
      {father.error ? (
        <ErrorState
          failure={father.error}
          title={actMessage('failures', 'categories.detail')}
          retry={() => void father.refetch()}
          back={back}
        />
      ) : fatherId !== '' && !father.data ? (
        <Skeleton height={180} />
      ) : (
        <NewCategory father={father.data ? { id: father.data.id, name: father.data.path } : null} />
      )}
    </Page>
  );
}

function NewCategory({ father }: { father: Reference | null }) {
  const go = useGo();
  const initial = useMemo<CategoryValues>(() => ({ description: '', father }), [father]);
  const form = useForm({
    endpoint: api.categories.create,
    initial,
    send: (values) => ({ body: { description: values.description, father: values.father?.id ?? null } }),
    onSaved: () => go(paths.products.categories()),
  });
  return <CategoryForm form={form} />;
}
