import type { BusinessProfile } from '#contract/business/business.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { SwitchField } from '../ui/form/SwitchField.tsx';
import { Section } from '../ui/page/Section.tsx';
import { useSession } from '../use-session.ts';

/** Whether owners and administrators may count goods without scanning. */
export function ByHandSection({ business }: { business: BusinessProfile }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const act = useAct(api.business.allowByHand);
  return (
    <Section title={t('byHand.title')} hint={t('byHand.hint')}>
      <SwitchField
        label={t('byHand.allow')}
        value={business.countsByHand}
        disabled={!can('business.secure') || act.pending}
        onChange={(allowed) => void act.run({ body: { allowed } })}
      />
    </Section>
  );
}
