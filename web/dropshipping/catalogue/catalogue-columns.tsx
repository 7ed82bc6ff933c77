import { IconSpeakerphone } from '@tabler/icons-react';
import type { CatalogueOffer, catalogueSorts } from '#contract/dropshipping/catalogue.ts';
import type { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Instant, Money } from '../../ui/page/values.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { PhotoName } from '../Photo.tsx';

export function useCatalogueColumns(
  publish: (id: number) => void,
): Column<CatalogueOffer, ExportKey<typeof api.dropshipping.export>, SortKey<typeof catalogueSorts>>[] {
  const { t } = useTranslation('dropshipping');
  return [
    {
      key: 'name',
      label: t('catalogue.product'),
      sort: 'name',
      width: 320,
      card: 'title',
      cell: (row) => <PhotoName image={row.image} name={row.name} />,
    },
    { key: 'brand', label: t('catalogue.brand'), cell: (row) => row.brand || '—', width: 140 },
    { key: 'category', label: t('catalogue.category'), cell: (row) => row.category || '—', hidden: true },
    { key: 'sku', label: t('catalogue.sku'), cell: (row) => row.sku, width: 140 },
    { key: 'gtin', label: t('catalogue.gtin'), cell: (row) => row.gtin || '—', width: 140, hidden: true },
    {
      key: 'supplier',
      label: t('catalogue.supplier'),
      cell: (row) => (row.own ? t('catalogue.own') : row.supplier.name),
      width: 200,
    },
    {
      key: 'available',
      label: t('catalogue.available'),
      sort: 'available',
      align: 'right',
      width: 120,
      cell: (row) => <WhyQuantity of={{ offers: [row.id] }} value={row.available} name={row.name} />,
    },
    {
      key: 'price',
      label: t('catalogue.price'),
      sort: 'price',
      align: 'right',
      width: 120,
      cell: (row) => <Money value={row.price} strong />,
    },
    {
      key: 'newest',
      label: t('catalogue.newest'),
      sort: 'newest',
      width: 150,
      hidden: true,
      cell: (row) => <Instant value={row.createdAt} />,
    },
    {
      key: 'publish',
      file: [],
      label: t('catalogue.publish'),
      width: 130,
      cell: (row) => (
        <Actions
          size="xs"
          items={[
            {
              key: 'publish',
              label: t('catalogue.publish'),
              icon: IconSpeakerphone,
              permission: 'advertisements.create',
              run: () => publish(row.id),
            },
          ]}
        />
      ),
    },
  ];
}
