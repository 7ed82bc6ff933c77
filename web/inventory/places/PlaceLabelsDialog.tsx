import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import type { BulkSelection } from '#contract/bulk.ts';
import { api } from '#contract/index.ts';
import { isRoll, maxPlacesAtOnce, perSheet } from '#contract/inventory/place-label.ts';
import { fetchToDisk, fetchToPrinter, useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { showRuns } from '../../layouts/runs-asked.ts';
import { canPrint } from '../../print.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { LabelChoiceFields } from './LabelChoiceFields.tsx';
import { arrowsOf, type LabelChoice, useLabelChoice } from './use-label-choice.ts';

/** The positions of a list that were selected. */
export type LabeledPlaces = { count: number; body: BulkSelection; clear?: () => void };
type Places = { places: LabeledPlaces; close: () => void };

/** Labels of positions: printed or saved at once, or by a background task if there are many. */
export default function PlaceLabelsDialog({ places, close }: Places) {
  const { t } = useTranslation(['inventory', 'ui']);
  const [choice, setChoice] = useLabelChoice();
  const [first, setFirst] = useState<number | null>(1);
  const isAtOnce = places.body.ids !== undefined && places.body.ids.length <= maxPlacesAtOnce;
  const sheet = perSheet[choice.paper];
  return (
    <Modal
      opened
      onClose={close}
      title={t('placeLabels.title', { count: places.count, total: places.count })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('placeLabels.hint')}
        </Text>
        <LabelChoiceFields choice={choice} setChoice={setChoice} />
        {isAtOnce && sheet > 1 && (
          <NumberField
            label={t('placeLabels.first')}
            description={t('placeLabels.firstHint')}
            value={first}
            onChange={setFirst}
            min={1}
            max={sheet}
          />
        )}
        {isAtOnce ? (
          <AtOnce
            locations={(places.body.ids ?? []).join(',')}
            choice={choice}
            first={sheet > 1 ? Math.min(first || 1, sheet) : 1}
          />
        ) : (
          <ByTask places={places} choice={choice} close={close} />
        )}
      </Stack>
    </Modal>
  );
}

function AtOnce({ locations, choice, first }: { locations: string; choice: LabelChoice; first: number }) {
  const { t } = useTranslation('inventory');
  const arrows = arrowsOf(choice);
  const { paper } = choice;
  const query = { locations, arrows: arrows ?? 'none' };
  const pdf = { query: { ...query, paper, first: String(first) } };
  return (
    <Group justify="flex-end">
      {isRoll(paper) && (
        <Button
          variant="default"
          disabled={arrows === null}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void fetchToDisk(api.placesLabels.zpl, { query: { ...query, paper } })}
        >
          {t('placeLabels.zpl')}
        </Button>
      )}
      <Button
        variant={canPrint() ? 'default' : 'filled'}
        disabled={arrows === null}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void fetchToDisk(api.placesLabels.pdf, pdf)}
      >
        {t('placeLabels.pdf')}
      </Button>
      {canPrint() && (
        <Button
          disabled={arrows === null}
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => void fetchToPrinter(api.placesLabels.pdf, pdf)}
        >
          {t('placeLabels.print')}
        </Button>
      )}
    </Group>
  );
}

function ByTask({ places, choice, close }: Places & { choice: LabelChoice }) {
  const { t } = useTranslation('inventory');
  const print = useAct(api.placesLabels.printMany);
  const arrows = arrowsOf(choice);
  const { paper } = choice;
  const begin = async (format: 'pdf' | 'zpl') => {
    const done = await print.run({ body: { ...places.body, paper, format, arrows: arrows ?? 'none' } });
    if (!done.ok) return;
    places.clear?.();
    close();
    showRuns();
  };
  return (
    <Group justify="flex-end">
      {isRoll(paper) && (
        <Button
          variant="default"
          disabled={arrows === null}
          loading={print.pending}
          onClick={() => void begin('zpl')}
        >
          {t('placeLabels.manyZpl')}
        </Button>
      )}
      <Button disabled={arrows === null} loading={print.pending} onClick={() => void begin('pdf')}>
        {t('placeLabels.manyPdf')}
      </Button>
    </Group>
  );
}
