import { Skeleton, Stack } from '@mantine/core';
import type { BusinessProfile } from '#contract/business/business.ts';
import { dayOf } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { call } from '../api.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { renewSession } from '../session.ts';
import { DocumentField } from '../ui/form/brazilian-fields.tsx';
import { FieldRow, Form, FormBar } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { Section } from '../ui/page/Section.tsx';
import { Day } from '../ui/page/values.tsx';
import { useSession } from '../use-session.ts';
import { ByHandSection } from './ByHandSection.tsx';
import { CartPlaceSection } from './CartPlaceSection.tsx';
import { EndingSection } from './EndingSection.tsx';
import { ParcelProofSection } from './ParcelProofSection.tsx';
import { SalesTaxSection } from './SalesTaxSection.tsx';
import { SupplierRoleSection } from './SupplierRoleSection.tsx';
import { TwoStepForAll } from './TwoStepForAll.tsx';

/** The business as printed on invoices; management may edit it, everyone may read it. */
export function BusinessSection() {
  const { data, error, refetch } = useApi(api.business.detail, {});
  // Loads the texts of this area before rendering any of it.
  useTranslation('business');
  if (error)
    return (
      <ErrorState
        failure={error}
        title={actMessage('failures', 'business.detail')}
        retry={() => void refetch()}
      />
    );
  return data ? (
    <Stack>
      <BusinessForm business={data} />
      {data.type === 'sales' && <SalesTaxSection business={data} />}
      <TwoStepForAll business={data} />
      <ByHandSection business={data} />
      <CartPlaceSection business={data} />
      <ParcelProofSection business={data} />
      {data.type === 'supply' && <SupplierRoleSection business={data} />}
      <EndingSection />
    </Stack>
  ) : (
    <Skeleton height={160} />
  );
}

const valuesOf = ({ name, document }: BusinessProfile) => ({ name, document });

function BusinessForm({ business }: { business: BusinessProfile }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const readOnly = !can('business.update');
  const form = useForm({
    endpoint: api.business.update,
    initial: valuesOf(business),
    version: business.version,
    send: (body, version) => ({ body, version }),
    onSaved: () => void renewSession(),
    conflict: {
      load: async () => {
        const current = await call(api.business.detail, {});
        return { values: valuesOf(current), version: current.version };
      },
    },
  });
  return (
    <Form form={form}>
      <Section title={t('profile.title')}>
        <FieldRow>
          <TextField
            {...form.field('name')}
            label={t('profile.name')}
            autoComplete="organization"
            required
            readOnly={readOnly}
          />
          <DocumentField
            {...form.field('document')}
            label={t('profile.document')}
            required
            readOnly={readOnly}
          />
        </FieldRow>
        <FieldRow>
          <TextField
            label={t('profile.type')}
            description={
              <>
                {t('profile.typeHint')} {t('profile.since')} <Day value={dayOf(business.createdAt)} />.
              </>
            }
            value={t(`types.${business.type}`)}
            onChange={() => undefined}
            readOnly
          />
        </FieldRow>
      </Section>
      {!readOnly && <FormBar form={form} />}
    </Form>
  );
}
