import { api } from '#contract/index.ts';
import type { ListedVolume } from '#contract/inventory/volume.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useForm } from '../../ui/form/form-state.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { BulkDialog } from '../../ui/table/BulkDialog.tsx';
import type { Chosen } from '../../ui/table/row-selection.ts';

type Props = { chosen: Chosen<ListedVolume>; onClose: () => void };

/** Name and test flag of many volumes; empty fields are not changed. */
export default function VolumeBulkDialog({ chosen, onClose }: Props) {
  const { t } = useTranslation('inventory');
  const form = useForm({
    endpoint: api.volumes.bulkUpdate,
    initial: { name: '', tested: null as string | null },
    success: false,
    send: ({ name, tested }) => ({
      body: {
        ...chosen.body,
        change: { ...(name.trim() && { name }), ...(tested && { tested: tested === 'yes' }) },
      },
    }),
    mapError: (path) => path.replace(/^change\./, ''),
    onSaved: (outcome) => {
      chosen.settle(outcome, actMessage('successes', 'volumes.bulkUpdate') ?? '');
      onClose();
    },
  });
  return (
    <BulkDialog title={t('volumes.changeMany')} chosen={chosen} form={form} onClose={onClose}>
      <TextField {...form.field('name')} label={t('volumes.name')} maxLength={120} />
      <SelectField
        {...form.field('tested')}
        label={t('volumes.tested')}
        description={t('volumes.changeManyHint')}
        options={[
          { value: 'yes', label: t('volumes.yes') },
          { value: 'no', label: t('volumes.no') },
        ]}
        clearable
      />
    </BulkDialog>
  );
}
