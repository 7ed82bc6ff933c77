import { Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { call, Failure } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import type { FieldProps } from '../../ui/bindings.ts';
import { ZipField } from '../../ui/form/brazilian-fields.tsx';

export type FoundAddress = ResponseOf<typeof api.zipCodes.detail>;

type Lookup = 'idle' | 'searching' | 'unknown' | 'down';

/** A zip code that fills the address. All fields stay editable, also after a failed lookup. */
export function ZipLookupField({
  onFound,
  onUnknown,
  ...props
}: FieldProps<string> & { onFound: (address: FoundAddress) => void; onUnknown: () => void }) {
  const { t } = useTranslation('inventory');
  const [lookup, setLookup] = useState<Lookup>('idle');
  const latest = useRef('');
  const find = async (zip: string) => {
    latest.current = zip;
    setLookup('searching');
    try {
      const address = await call(api.zipCodes.detail, { params: { zip } });
      if (latest.current !== zip) return;
      onFound(address);
      setLookup('idle');
    } catch (error) {
      if (latest.current !== zip) return;
      const unknown = error instanceof Failure && error.problem.code === 'zip_code_not_found';
      setLookup(unknown ? 'unknown' : 'down');
      if (unknown) onUnknown();
    }
  };
  return (
    <ZipField
      {...props}
      onComplete={find}
      description={
        <Text span inherit aria-live="polite" c={lookup === 'unknown' ? 'red' : undefined}>
          {lookup === 'searching' && t('warehouses.zipSearching')}
          {lookup === 'unknown' && t('warehouses.zipUnknown')}
          {lookup === 'down' && t('warehouses.zipDown')}
        </Text>
      }
    />
  );
}
