import { Text } from '@mantine/core';
import type { Profile } from '#contract/account/user.ts';
import { api } from '#contract/index.ts';
import { locales } from '#contract/messages/index.ts';
import { call } from '../../api.ts';
import { chooseLocale, useTranslation } from '../../i18n.ts';
import { renewSession } from '../../session.ts';
import { FieldRow, Form, FormBar } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';

const valuesOf = ({ name, locale }: Profile) => ({ name, locale });

export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation('account');
  const { t: ui } = useTranslation();
  const form = useForm({
    endpoint: api.user.update,
    initial: valuesOf(profile),
    version: profile.version,
    send: (body, version) => ({ body, version }),
    onSaved: (saved) => {
      void renewSession();
      void chooseLocale(saved.locale);
    },
    conflict: {
      load: async () => {
        const current = await call(api.user.detail, {});
        return { values: valuesOf(current), version: current.version };
      },
    },
  });
  return (
    <Form form={form}>
      <Section title={t('user.profile')}>
        <FieldRow>
          <TextField {...form.field('name')} label={t('fields.name')} autoComplete="name" required />
          {/* A text, since it cannot be changed. */}
          <div>
            <Text size="sm" fw={600}>
              {t('fields.email')}
            </Text>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {profile.email}
            </Text>
            <Text size="xs" c="dimmed">
              {t('user.emailHint')}
            </Text>
          </div>
        </FieldRow>
        <FieldRow>
          <SelectField
            {...form.field('locale')}
            // The select has no empty option: one of the two is always set.
            onChange={(locale) => form.set('locale', locale ?? profile.locale)}
            label={t('fields.locale')}
            options={locales.map((locale) => ({ value: locale, label: ui(`language.${locale}`) }))}
          />
        </FieldRow>
      </Section>
      <FormBar form={form} />
    </Form>
  );
}
