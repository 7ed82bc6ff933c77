import { Alert } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useSession } from '../../use-session.ts';
import { OrderChecklist } from '../OrderChecklist.tsx';

/** A sale of one's own that is not at the bench yet: what it waits for. The bench page reads again and opens by itself. */
export default function UnreleasedSale({ id, instead }: { id: number; instead: ReactNode }) {
  const { t } = useTranslation('orders');
  const { can, session } = useSession();
  const sale = useApi(api.orders.detail, { params: { id } }, { enabled: can('orders.read') }).data;
  const isOfOthers = sale?.supplier != null && sale.supplier.id !== session?.business?.id;
  if (!sale || sale.releasedAt !== null || sale.status === 'canceled' || isOfOthers) return instead;
  return (
    <Page
      title={t('bench.bench.title', { id })}
      trail={[
        { label: t('bench.board.title'), to: paths.orders.checkout() },
        { label: t('bench.bench.title', { id }), to: paths.orders.order(id) },
      ]}
    >
      <Alert icon={<IconHourglass size={18} aria-hidden />} title={t('bench.bench.unreleased')} role="status">
        {t('bench.bench.unreleasedText')}
      </Alert>
      <OrderChecklist order={sale} />
    </Page>
  );
}
