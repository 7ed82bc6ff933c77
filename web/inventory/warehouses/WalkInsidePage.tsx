import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { useIdParam } from '../../ui/page/navigation.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { WalkScreen } from './WalkScreen.tsx';

/** The positions within another position. */
export default function WalkInsidePage() {
  const { t } = useTranslation('inventory');
  const id = useIdParam();
  const location = useApi(api.inventoryLocations.detail, { params: { id } });
  if (location.data) return <WalkScreen key={id} warehouseId={location.data.warehouse.id} parentId={id} />;
  return (
    <UnreadPage
      width="narrow"
      title={t('walk.title')}
      trail={[{ label: t('locations.title'), to: paths.inventory.locations() }]}
      failed={actMessage('failures', 'warehouses.walk')}
      result={location}
    />
  );
}
