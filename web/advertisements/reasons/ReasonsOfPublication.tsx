import { Skeleton } from '@mantine/core';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { SummedTerms } from '../../inventory/SummedTerms.tsx';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { QuantityReasonsOf } from './QuantityReasonsOf.tsx';

/** A publication shows the sum of its variations, each with its own terms; a single variation shows them directly. */
export function ReasonsOfPublication({
  publication,
  remoteItem,
}: {
  publication: number;
  remoteItem?: string | undefined;
}) {
  const { t } = useTranslation('advertisements');
  const found = useApi(api.publications.detail, { params: { id: publication } });
  if (found.error && !found.data)
    return <ErrorState failure={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={240} />;
  const variations = found.data.variations.filter(
    (one) => remoteItem === undefined || one.remoteItem === null || one.remoteItem === remoteItem,
  );
  const [first] = variations;
  if (first && variations.length === 1) return <QuantityReasonsOf of={{ published: first.id }} />;
  return (
    <SummedTerms
      summands={variations.map(({ id, name, sku, quantity }) => ({
        id,
        label: name || sku,
        value: quantity,
        why: () => <QuantityReasonsOf of={{ published: id }} />,
      }))}
      sum={{
        label: t('reasons.sum'),
        value: variations.reduce((all, { quantity }) => all + quantity, 0),
      }}
    />
  );
}
