import { Button, Title } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { ChatDetail } from '#contract/marketplaces/chat.ts';
import type { ParcelProof as Proof } from '#contract/orders/parcel-proof.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { hasProof, ParcelProof } from '../../orders/parcel/ParcelProof.tsx';
import { photosAsJpeg } from '../../orders/parcel/photos-as-jpeg.ts';
import { useApi } from '../../queries.ts';
import { toast } from '../../ui/toasts.ts';
import { useSession } from '../../use-session.ts';
import classes from '../questions/Questions.module.css';

/** Weight and photos of the parcel of a claim; null: there are none, or the reader may not see the sale. */
export function useClaimProof({ claim, sale }: ChatDetail): Proof | null {
  const { can } = useSession();
  const isRead = claim !== null && sale !== null && can('orders.read');
  const order = useApi(api.orders.detail, { params: { id: sale?.id ?? 0 } }, { enabled: isRead });
  const proof = isRead ? order.data?.proof : undefined;
  return proof && hasProof(proof) ? proof : null;
}

/** What the bench knows of the parcel that a claim is about. */
export function ClaimProof({ chat }: { chat: ChatDetail }) {
  const { t } = useTranslation('orders');
  const proof = useClaimProof(chat);
  if (!proof) return null;
  return (
    <section aria-label={t('proof.title')} className={classes.answer}>
      <Title order={3}>{t('proof.title')}</Title>
      <ParcelProof proof={proof} />
    </section>
  );
}

type AttachPhotosProps = { proof: Proof; onPhotos: (photos: File[]) => unknown };

/** Attaches the photos of the parcel to an answer. */
export function AttachPhotos({ proof, onPhotos }: AttachPhotosProps) {
  const { t } = useTranslation('orders');
  const [busy, setBusy] = useState(false);
  if (proof.photos.length === 0) return null;
  const attach = async () => {
    setBusy(true);
    try {
      await onPhotos(await photosAsJpeg(proof));
    } catch {
      toast.failure(actMessage('failures', 'checkout.parcelPhoto') ?? '');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconPaperclip size={16} aria-hidden />}
      loading={busy}
      onClick={() => void attach()}
    >
      {t('proof.attach', { count: proof.photos.length })}
    </Button>
  );
}
