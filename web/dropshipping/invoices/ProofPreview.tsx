import { Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { api } from '#contract/index.ts';
import { fetchFile } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { canPrint } from '../../print.ts';
import classes from './ProofReview.module.css';

type Shown = { address: string; picture: boolean } | 'unread' | null;

/** The proof of an invoice: a picture, or the browser's PDF viewer. */
export function ProofPreview({ id, label }: { id: number; label: string }) {
  const { t } = useTranslation('dropshipping');
  const [shown, setShown] = useState<Shown>(null);
  useEffect(() => {
    let address: string | undefined;
    let left = false;
    setShown(null);
    fetchFile(api.dropinvoices.proof, { params: { id } })
      .then((file) => {
        if (left) return;
        address = URL.createObjectURL(file);
        setShown({ address, picture: file.type.startsWith('image/') });
      })
      .catch(() => left || setShown('unread'));
    return () => {
      left = true;
      if (address) URL.revokeObjectURL(address);
    };
  }, [id]);
  if (shown === null) return <Loader className={classes.waiting} />;
  if (shown === 'unread') return <Text c="dimmed">{t('settlement.review.unread')}</Text>;
  if (!shown.picture && !canPrint()) return <Text c="dimmed">{t('settlement.review.unshown')}</Text>;
  if (shown.picture) return <img className={classes.picture} src={shown.address} alt={label} />;
  return <iframe className={classes.paper} src={shown.address} title={label} />;
}
