import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconCamera, IconPhotoPlus, IconScale } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import { maxParcelGrams, maxParcelPhotos, type WeightSource } from '#contract/orders/parcel-proof.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { fittingPictures } from '../../products/images/image-upload.ts';
import { confirm } from '../../ui/dialog/confirm.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { play } from '../../ui/scan/sounds.ts';
import { toast } from '../../ui/toasts.ts';
import { useSession } from '../../use-session.ts';
import { keepSale, type Packing } from '../checkout/use-packing.ts';
import { hasProof, ParcelProof } from './ParcelProof.tsx';
import { ScaleButton } from './ScaleButton.tsx';
import { writeGrams } from './weight-words.ts';

type BenchProofProps = { sale: Checkout; packing: Packing };

/** Weight and photos of the parcel at the bench, where the business asks for them. */
export function BenchProof({ sale, packing }: BenchProofProps) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const { asks } = sale.proof;
  const isWhole = sale.beepedCount === sale.unitCount;
  const may = isWhole && canAct(orderActs, 'weigh', sale.status) && can(orderActs.weigh.permission);
  const asked = may && (asks.weight !== 'off' || asks.photos !== 'off');
  if (!asked && !hasProof(sale.proof)) return null;
  /** A parcel that waited for its proof only is packed with it, without another press. */
  const proceed = async (proven: Checkout) => {
    keepSale(proven);
    const waited = sale.proof.missing.length > 0 && proven.proof.missing.length === 0;
    if (!waited || !packing.handsFree || proven.status !== 'picking') return;
    const { tone, message } = await packing.confirm(proven);
    if (tone === 'bad' && message)
      toast.failure(actMessage('failures', 'checkout.confirmPacking') ?? '', message);
  };
  return (
    <Section title={t('proof.title')}>
      <Stack>
        <ParcelProof proof={sale.proof} />
        {asked && asks.weight !== 'off' && <Weighing key={sale.id} sale={sale} proceed={proceed} />}
        {asked && asks.photos !== 'off' && <Photographing sale={sale} proceed={proceed} />}
      </Stack>
    </Section>
  );
}

type StepProps = { sale: Checkout; proceed: (sale: Checkout) => unknown };

/** The act of weighing; outside of the tolerance it asks for a second look. */
function useWeighing({ sale, proceed }: StepProps) {
  const { t } = useTranslation('orders');
  const act = useAct(api.checkout.weigh, {
    success: false,
    onFailure: ({ problem }) => problem.code === 'weight_differs',
  });
  const weigh = async (grams: number, source: WeightSource, confirmed = false): Promise<boolean> => {
    const done = await act.run({ params: { id: sale.id }, body: { grams, source, confirmed } });
    if (done.ok) {
      await proceed(done.response);
      return true;
    }
    const { code, facts } = done.failure.problem;
    if (code !== 'weight_differs') return false;
    const [expected, allowed] = [Number(facts?.expected), Number(facts?.allowed)];
    const isSeen = await confirm({
      title: t('proof.differsAsk', { grams: writeGrams(grams) }),
      message: t('proof.differsText', { expected: writeGrams(expected), allowed: writeGrams(allowed) }),
      confirm: t('proof.differsYes'),
      cancel: t('proof.again'),
      floor: true,
      careful: true,
    });
    return isSeen && weigh(grams, source, true);
  };
  return { weigh, pending: act.pending };
}

function Weighing(props: StepProps) {
  const { sale } = props;
  const { t } = useTranslation('orders');
  const [grams, setGrams] = useState<number | null>(null);
  const { weigh, pending } = useWeighing(props);
  const area = useRef<HTMLDivElement>(null);
  const isMissing = sale.proof.missing.includes('weight');
  // Codes that are scanned here still go to the scan field.
  useEffect(() => {
    if (isMissing) area.current?.querySelector('input')?.focus();
  }, [isMissing]);
  const { expectedGrams } = sale.proof;
  const isTooMuch = grams !== null && grams > maxParcelGrams;
  const isNumber = grams !== null && Number.isInteger(grams) && grams > 0 && !isTooMuch;
  return (
    <Group ref={area} align="end" gap="sm">
      <NumberField
        size="floor"
        label={t('proof.weight')}
        description={
          expectedGrams === null
            ? t('proof.unknown')
            : t('proof.expected', { grams: writeGrams(expectedGrams) })
        }
        unit="g"
        value={grams}
        onChange={setGrams}
        error={isTooMuch && t('proof.tooMuch')}
        onEnter={() => {
          // A code that arrived too slowly to be known as one is not left here.
          if (!isTooMuch) return;
          setGrams(null);
          play('bad');
        }}
      />
      {/* Pressed and never entered: the Enter of a scanner is no decision. */}
      <Button
        size="floor"
        variant={isMissing ? 'filled' : 'default'}
        leftSection={<IconScale aria-hidden />}
        disabled={!isNumber}
        loading={pending}
        onClick={async () => {
          if (grams !== null && (await weigh(grams, 'typed'))) setGrams(null);
        }}
      >
        {t('proof.save')}
      </Button>
      <ScaleButton disabled={pending} onWeight={(read) => weigh(read, 'scale')} />
    </Group>
  );
}

function Photographing({ sale, proceed }: StepProps) {
  const { t } = useTranslation('orders');
  const act = useAct(api.checkout.photograph, { success: false });
  const room = maxParcelPhotos - sale.proof.photos.length;
  const send = async (chosen: readonly File[]) => {
    const pictures = (await fittingPictures(chosen)).slice(0, room);
    if (pictures.length === 0) return;
    const done = await act.run({
      params: { id: sale.id },
      files: Object.fromEntries(pictures.map((picture, index) => [`photo${index}`, picture])),
    });
    if (done.ok) await proceed(done.response);
  };
  const isMissing = sale.proof.missing.includes('photos');
  return (
    <div>
      <Group gap="sm">
        <FileButton
          capture="environment"
          accept="image/*"
          disabled={room <= 0}
          onChange={(file) => file && void send([file])}
        >
          {(button) => (
            <Button
              {...button}
              size="floor"
              variant={isMissing ? 'filled' : 'default'}
              leftSection={<IconCamera aria-hidden />}
              disabled={room <= 0}
              loading={act.pending}
            >
              {t('proof.take')}
            </Button>
          )}
        </FileButton>
        <FileButton
          multiple
          accept="image/jpeg,image/png,image/webp"
          disabled={room <= 0}
          onChange={(files) => void send(files)}
        >
          {(button) => (
            <Button
              {...button}
              size="floor"
              variant="default"
              leftSection={<IconPhotoPlus aria-hidden />}
              disabled={room <= 0 || act.pending}
            >
              {t('proof.choose')}
            </Button>
          )}
        </FileButton>
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {t(room > 0 ? 'proof.photoHint' : 'proof.photosFull', { max: maxParcelPhotos })}
      </Text>
    </div>
  );
}
