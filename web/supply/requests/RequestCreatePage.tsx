import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Form, FormBar } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { LinesSection } from './LinesSection.tsx';
import { RequestFields } from './RequestFields.tsx';
import { createBody, mapRequestError, newRequest } from './request-values.ts';

export default function RequestCreatePage() {
  const { t } = useTranslation('supply');
  const { t: words } = useTranslation('fields');
  const go = useGo();
  const form = useForm({
    endpoint: api.supplyRequests.create,
    initial: newRequest,
    send: (values) => ({ body: createBody(values) }),
    check: (values): Record<string, string> =>
      values.lines.length === 0 ? { lines: words('required') } : {},
    mapError: mapRequestError,
    onSaved: (request) => go(paths.supply.request(request.id)),
  });
  return (
    <Page title={t('requests.new')} trail={[{ label: t('requests.title'), to: paths.supply.requests() }]}>
      <Form form={form}>
        <RequestFields form={form} />
        <LinesSection form={form} />
        <FormBar form={form} />
      </Form>
    </Page>
  );
}
