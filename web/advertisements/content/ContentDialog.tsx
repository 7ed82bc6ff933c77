import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { ListedAdvertisement } from '#contract/advertisements/advertisement.ts';
import type { ContentChange, ContentPreview } from '#contract/advertisements/content-change.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { showRuns } from '../../layouts/runs-asked.ts';
import { formatQuantity } from '../../quantity.ts';
import { PreviewDialog } from '../../ui/dialog/PreviewDialog.tsx';
import type { Chosen } from '../../ui/table/row-selection.ts';
import { ContentChangeFields } from './ContentChangeFields.tsx';
import { ContentPreviewRows } from './ContentPreviewRows.tsx';
import { type ContentDraft, changeOf, emptyDraft } from './content-draft.ts';

type ContentDialogProps = { chosen: Chosen<ListedAdvertisement>; onClose: () => void };
/** What a change leads to: of that change alone, also if another one was typed meanwhile. */
type Seen = { key: string; change: ContentChange; own: boolean; preview: ContentPreview };

/** Changes title, description, pictures or one attribute of many ads, after a preview of every row. */
export default function ContentDialog({ chosen, onClose }: ContentDialogProps) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const [draft, setDraft] = useState<ContentDraft>(emptyDraft);
  const [own, setOwn] = useState(true);
  const [looked, setLooked] = useState<Seen | null>(null);
  const look = useAct(api.advertisements.previewContent);
  const apply = useAct(api.advertisements.changeContent);
  const change = changeOf(draft);
  const key = JSON.stringify([change, own]);
  const seen = looked?.key === key ? looked : null;
  const loadPreview = async (page: number) => {
    if (!change) return;
    const found = await look.run({ body: { ...chosen.body, change, own, page } });
    if (found.ok) setLooked({ key, change, own, preview: found.response });
  };
  const start = async () => {
    if (!seen) return;
    const done = await apply.run({ body: { ...chosen.body, change: seen.change, own: seen.own } });
    if (!done.ok) return;
    chosen.clear();
    onClose();
    showRuns();
  };
  const isOfAttribute = draft.field === 'attribute';
  return (
    <PreviewDialog
      title={t('content.title')}
      onClose={onClose}
      preview={{
        label: t('content.preview'),
        pending: look.pending,
        possible: change !== null,
        run: () => loadPreview(1),
      }}
      apply={
        seen && {
          label: t('content.apply', {
            count: seen.preview.changing,
            total: formatQuantity(seen.preview.changing),
          }),
          pending: apply.pending,
          possible: seen.preview.changing > 0,
          run: start,
        }
      }
    >
      <Text size="sm">{t('ui:table.selected', { rows: chosen.rowsText })}</Text>
      <ContentChangeFields draft={draft} onChange={setDraft} />
      {!isOfAttribute && (
        <Switch
          label={t('content.own')}
          description={t('content.ownHint')}
          checked={own}
          onChange={(event) => setOwn(event.currentTarget.checked)}
        />
      )}
      {seen && (
        <ContentPreviewRows
          preview={seen.preview}
          loading={look.pending}
          onPage={(page) => void loadPreview(page)}
        />
      )}
      <Text size="sm" c="dimmed">
        {t('content.hint')}
      </Text>
    </PreviewDialog>
  );
}
