import { api } from '#contract/index.ts';
import type { Receipt } from '#contract/supply/receiving.ts';
import { call } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';

/** Of a code that is none of the request's volumes: the refusal that names where it belongs; undefined of anything else. */
export function useForeignVolume({ warehouse }: Receipt) {
  const { t } = useTranslation('supply');
  return async (code: string): Promise<string | undefined> => {
    // Where it belongs is more than is needed to refuse it: without an answer it is refused as what it is here.
    const found = await call(api.passports.find, { query: { code } }).catch(() => undefined);
    const volume = found?.items.find(({ kind }) => kind === 'volume');
    if (!volume) return undefined;
    const isElsewhere = volume.warehouse !== null && volume.warehouse !== warehouse.name;
    return isElsewhere
      ? t('receiving.otherWarehouse', { code: volume.name, warehouse: volume.warehouse })
      : t('receiving.otherVolume', { code: volume.name });
  };
}
