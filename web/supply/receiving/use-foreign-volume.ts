import { api } from '#contract/index.ts';
import type { Receipt } from '#contract/supply/receiving.ts';
import { call } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';

/** For a code that is not a volume of the request: the refusal that names its request; otherwise undefined. */
export function useForeignVolume({ warehouse }: Receipt) {
  const { t } = useTranslation('supply');
  return async (code: string): Promise<string | undefined> => {
    // Its request is additional information: without an answer the code is refused without it.
    const found = await call(api.passports.find, { query: { code } }).catch(() => undefined);
    const volume = found?.items.find(({ kind }) => kind === 'volume');
    if (!volume) return undefined;
    const isElsewhere = volume.warehouse !== null && volume.warehouse !== warehouse.name;
    return isElsewhere
      ? t('receiving.otherWarehouse', { code: volume.name, warehouse: volume.warehouse })
      : t('receiving.otherVolume', { code: volume.name });
  };
}
