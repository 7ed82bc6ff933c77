import type { BusinessProfile } from '#contract/business/business.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { SwitchField } from '../ui/form/SwitchField.tsx';
import { Section } from '../ui/page/Section.tsx';
import { useSession } from '../use-session.ts';

/** Whether pickers have to scan the place of the cart after each unit. */
export function CartPlaceSection({ business }: { business: BusinessProfile }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const act = useAct(api.business.requireCartPlaces);
  return (
    <Section title={t('cartPlaces.title')} hint={t('cartPlaces.hint')}>
      <SwitchField
        label={t('cartPlaces.require')}
        value={business.cartPlacesRequired}
        disabled={!can('business.update') || act.pending}
        onChange={(required) => void act.run({ body: { required } })}
      />
    </Section>
  );
}
