import { Stack } from '@mantine/core';
import type { BusinessProfile } from '#contract/business/business.ts';
import { api } from '#contract/index.ts';
import { supplierSwitchNames } from '#contract/permissions.ts';
import { useFreshAct } from '../account/password-gate.tsx';
import { useTranslation } from '../i18n.ts';
import { SwitchField } from '../ui/form/SwitchField.tsx';
import { Section } from '../ui/page/Section.tsx';
import { useSession } from '../use-session.ts';

/** Acts that the owner of a supplier delegates to the supplier role: proofs of payment, bank data. */
export function SupplierRoleSection({ business }: { business: BusinessProfile }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const act = useFreshAct(api.business.leaveToSupplier);
  const { supplierMay } = business;
  return (
    <Section title={t('supplierRole.title')} hint={t('supplierRole.hint')}>
      <Stack gap="sm">
        {supplierSwitchNames.map((name) => (
          <SwitchField
            key={name}
            label={t(`supplierRole.switches.${name}`)}
            value={supplierMay.includes(name)}
            disabled={!can('business.secure') || act.pending}
            onChange={(on) => {
              const others = supplierMay.filter((left) => left !== name);
              void act.run({ body: { supplierMay: on ? [...others, name] : others } });
            }}
          />
        ))}
      </Stack>
      {act.dialog}
    </Section>
  );
}
