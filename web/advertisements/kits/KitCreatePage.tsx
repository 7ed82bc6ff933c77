import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useForm } from '../../ui/form/form-state.ts';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { KitForm } from './KitForm.tsx';
import { createKitBody, newKit } from './kit-values.ts';

export default function KitCreatePage() {
  const { t } = useTranslation('advertisements');
  const go = useGo();
  const form = useForm({
    endpoint: api.virtualProducts.create,
    initial: newKit,
    send: (values) => ({ body: createKitBody(values) }),
    onSaved: ({ id }) => go(paths.products.kit(id)),
  });
  return (
    <Page title={t('kits.create')} trail={[{ label: t('kits.title'), to: paths.products.kits() }]}>
      <KitForm form={form} mayChange label={t('kits.create')} />
    </Page>
  );
}
