import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { acceptModes, type Company } from '#contract/business/company.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { MoneyField } from '../ui/form/brazilian-fields.tsx';
import { FieldRow, Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { NumberField } from '../ui/form/NumberField.tsx';

/** The terms that a supplier grants one seller. */
type TermsDialogProps = {
  company: Company | null;
  /** The seller has asked for a link; saving the terms also accepts it. */
  accepts: boolean;
  onClose: () => void;
};

export function TermsDialog({ company, accepts, onClose }: TermsDialogProps) {
  const { t } = useTranslation('business');
  const { t: ui } = useTranslation();
  return (
    <Modal
      opened={company !== null}
      onClose={onClose}
      title={t('companies.termsTitle', { name: company?.business.name ?? '' })}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      {company && <TermsForm company={company} accepts={accepts} onClose={onClose} />}
    </Modal>
  );
}

type Terms = {
  acceptMode: Company['acceptMode'];
  dueDays: number | null;
  overdueDays: number | null;
  creditLimit: number | null;
};

function TermsForm({ company, accepts, onClose }: TermsDialogProps & { company: Company }) {
  const { t } = useTranslation('business');
  const { t: ui } = useTranslation();
  const initial: Terms = {
    acceptMode: company.acceptMode,
    dueDays: company.dueDays,
    overdueDays: company.overdueDays,
    creditLimit: company.creditLimit,
  };
  const accept = useAct(api.companies.accept);
  const acceptIt = async () => {
    const done = await accept.run({ params: { id: company.id } });
    if (done.ok) onClose();
  };
  const form = useForm({
    endpoint: api.companies.update,
    initial,
    version: company.version,
    // An emptied number is left out of the body, so the schema reports it as required.
    send: ({ dueDays, overdueDays, ...terms }, version) => ({
      params: { id: company.id },
      body: { ...terms, dueDays: dueDays ?? Number.NaN, overdueDays: overdueDays ?? Number.NaN },
      version,
    }),
    onSaved: () => (accepts ? void acceptIt() : onClose()),
  });
  const mode = form.field('acceptMode');
  return (
    <Form form={form} guard={false}>
      <Radio.Group
        label={t('companies.accept')}
        value={mode.value}
        error={mode.error}
        onChange={(next) => mode.onChange(next === 'manual' ? 'manual' : 'auto')}
      >
        <Stack gap="xs" mt={4}>
          {acceptModes.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`companies.acceptModes.${value}`)}
              description={t(`companies.acceptHints.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <FieldRow>
        <NumberField
          {...form.field('dueDays')}
          label={t('companies.dueDays')}
          description={t('companies.dueHint')}
          max={90}
          required
        />
        <NumberField
          {...form.field('overdueDays')}
          label={t('companies.overdueDays')}
          description={t('companies.overdueHint')}
          max={90}
          required
        />
        <MoneyField
          {...form.field('creditLimit')}
          label={t('companies.creditLimit')}
          description={t('companies.creditHint')}
        />
      </FieldRow>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {ui('act.cancel')}
        </Button>
        {accepts && !form.dirty ? (
          <Button loading={accept.pending} onClick={() => void acceptIt()}>
            {t('companies.acceptSeller')}
          </Button>
        ) : (
          <Button type="submit" loading={form.pending || accept.pending}>
            {accepts ? t('companies.acceptWithTerms') : ui('act.save')}
          </Button>
        )}
      </Group>
    </Form>
  );
}
