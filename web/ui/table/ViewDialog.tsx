import { Modal, Text } from '@mantine/core';
import type { SavedView } from '#contract/business/saved-view.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';
import { DialogSubmit } from '../form/DialogSubmit.tsx';
import { Form } from '../form/Form.tsx';
import { useForm } from '../form/form-state.ts';
import { SwitchField } from '../form/SwitchField.tsx';
import { TextField } from '../form/TextField.tsx';
import type { ViewsProps } from './TableTriggers.tsx';

type ViewDialogProps = ViewsProps & { view: SavedView | undefined; onClose: () => void };

/** The name of a view: of `view`, or of the current state of the list. */
export function ViewDialog({ view, ...props }: ViewDialogProps) {
  return view ? <RenameDialog {...props} view={view} /> : <SaveDialog {...props} />;
}

function SaveDialog({ saved, hidden, onClose }: ViewsProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const { can } = useSession();
  const { name: listName, list } = saved;
  const form = useForm({
    endpoint: api.savedViews.create,
    initial: { name: '', shared: false, isDefault: false },
    send: (values) => ({ body: { ...values, ...list.kept, list: listName, hidden: [...hidden] } }),
    onSaved: (view) => {
      onClose();
      list.openView(view);
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('views.saveTitle')}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <Form form={form} guard={false}>
        <Text size="sm" c="dimmed">
          {t('views.saveHint')}
        </Text>
        <TextField {...form.field('name')} label={t('views.name')} maxLength={60} required data-autofocus />
        {can('saved-views.share') && (
          <SwitchField
            {...form.field('shared')}
            label={t('views.forAll')}
            description={t('views.forAllHint')}
          />
        )}
        <SwitchField {...form.field('isDefault')} label={t('views.asDefault')} />
        <DialogSubmit form={form} label={t('act.save')} />
      </Form>
    </Modal>
  );
}

function RenameDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    endpoint: api.savedViews.update,
    initial: { name: view.name },
    version: view.version,
    send: (body, version) => ({ params: { id: view.id }, body, version }),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('views.renameTitle')}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <Form form={form} guard={false}>
        <TextField {...form.field('name')} label={t('views.name')} maxLength={60} required data-autofocus />
        <DialogSubmit form={form} label={t('act.save')} />
      </Form>
    </Modal>
  );
}
