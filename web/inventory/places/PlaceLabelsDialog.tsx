import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import type { BulkSelection } from '#contract/bulk.ts';
import { api } from '#contract/index.ts';
import { isRoll, maxPlacesAtOnce, perSheet } from '#contract/inventory/place-label.ts';
import { fetchToDisk, useAct } from '../../acts.ts';
import { fetchToPrinter } from '../../fetch-to-printer.ts';
import { useTranslation } from '../../i18n.ts';
import { showRuns } from '../../layouts/runs-asked.ts';
import { canPrint } from '../../print.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { ArrowFields, PaperField } from './LabelChoiceFields.tsx';
import { arrowsOf, type LabelChoice, useLabelChoice } from './use-label-choice.ts';

/** The positions of a list that were selected. */
type Positions = { count: number; body: BulkSelection; clear?: () => void };
/** These, or a cart with its places. */
export type LabeledPlaces = Positions | { cart: number; name: string };
type Places = { places: LabeledPlaces; close: () => void };

/** What is printed at once; null for positions that a background task prints. */
function printedAtOnce(places: LabeledPlaces): Printed | null {
  if ('cart' in places) return { cart: String(places.cart) };
  const { ids } = places.body;
  return ids && ids.length <= maxPlacesAtOnce ? { locations: ids.join(',') } : null;
}

/** Labels of places: printed or saved at once, or by a background task if there are many. */
export default function PlaceLabelsDialog({ places, close }: Places) {
  const { t } = useTranslation(['inventory', 'ui']);
  const [kept, setChoice] = useLabelChoice();
  const [first, setFirst] = useState<number | null>(1);
  const isCart = 'cart' in places;
  const choice: LabelChoice = isCart ? { ...kept, arrows: 'none' } : kept;
  const printed = printedAtOnce(places);
  const sheet = perSheet[choice.paper];
  return (
    <Modal
      opened
      onClose={close}
      title={
        isCart
          ? t('placeLabels.titleOfCart', { name: places.name })
          : t('placeLabels.title', { count: places.count, total: places.count })
      }
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t(isCart ? 'placeLabels.hintOfCart' : 'placeLabels.hint')}
        </Text>
        <PaperField choice={kept} setChoice={setChoice} />
        {!isCart && <ArrowFields choice={kept} setChoice={setChoice} />}
        {printed && sheet > 1 && (
          <NumberField
            label={t('placeLabels.first')}
            description={t('placeLabels.firstHint')}
            value={first}
            onChange={setFirst}
            min={1}
            max={sheet}
          />
        )}
        {printed && (
          <AtOnce printed={printed} choice={choice} first={sheet > 1 ? Math.min(first || 1, sheet) : 1} />
        )}
        {!(printed || isCart) && <ByTask positions={places} choice={choice} close={close} />}
      </Stack>
    </Modal>
  );
}

type Printed = { locations: string } | { cart: string };

function AtOnce({ printed, choice, first }: { printed: Printed; choice: LabelChoice; first: number }) {
  const { t } = useTranslation('inventory');
  const arrows = arrowsOf(choice);
  const { paper } = choice;
  const query = { ...printed, arrows: arrows ?? 'none' };
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

function ByTask({
  positions,
  choice,
  close,
}: {
  positions: Positions;
  choice: LabelChoice;
  close: () => void;
}) {
  const { t } = useTranslation('inventory');
  const print = useAct(api.placesLabels.printMany);
  const arrows = arrowsOf(choice);
  const { paper } = choice;
  const begin = async (format: 'pdf' | 'zpl') => {
    const done = await print.run({ body: { ...positions.body, paper, format, arrows: arrows ?? 'none' } });
    if (!done.ok) return;
    positions.clear?.();
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
