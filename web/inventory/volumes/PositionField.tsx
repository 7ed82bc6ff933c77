import { Alert, Anchor } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import type { Ref } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import type { FieldProps } from '../../ui/bindings.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { useWhatIs } from '../passport/what-is.ts';

/** A position of one warehouse: typed, selected or scanned. Without positions it links to their creation. */
export function PositionField({
  warehouseId,
  ...rest
}: FieldProps<Reference | null> & {
  warehouseId: number;
  onExact?: () => void;
  ref?: Ref<HTMLInputElement>;
}) {
  const { t } = useTranslation('inventory');
  const always = `warehouse:${warehouseId}`;
  const whatIs = useOtherPlace();
  const known = useApi(api.inventoryLocations.list, { query: { query: always, size: '1' } });
  if (known.data?.total === 0)
    return (
      <Alert color="yellow" icon={<IconMapPin aria-hidden />} title={t('volumes.noPositions')}>
        <Anchor data-touch component={Link} to={paths.inventory.locations({ query: always })}>
          {t('volumes.createPositions')}
        </Anchor>
      </Alert>
    );
  return (
    <AsyncSelect
      {...rest}
      endpoint={api.inventoryLocations.list}
      always={always}
      codeField="code"
      whatIs={whatIs}
      option={(item) => ({ id: item.id, name: item.code })}
    />
  );
}

/** A scanned code that is no position of the warehouse: a position of another one, or something else. */
function useOtherPlace(): (code: string) => Promise<string | null> {
  const { t } = useTranslation('inventory');
  const whatIs = useWhatIs('position', 'volume', 'tote', 'cart', 'product');
  return async (code) => {
    const known = await whatIs(code);
    if (!known) return null;
    const { kind, name, found } = known;
    return found.kind === 'position'
      ? t('passport.positionOf', { name, warehouse: found.warehouse ?? '' })
      : t('passport.isOther', { kind, name });
  };
}
