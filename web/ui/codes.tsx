import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../queries.ts';

type CodeProps = { value: string; label: string; height?: number };

/** The barcode library is large and rarely needed, so it is loaded with the first code. */
function useSvg(kind: 'code128' | 'ean13' | 'qrcode', value: string) {
  return useQuery(
    {
      queryKey: ['code', kind, value],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async () => {
        const { toSVG } = await import('bwip-js/browser');
        const svg = toSVG({
          bcid: kind,
          text: value,
          includetext: kind !== 'qrcode',
          textxalign: 'center',
          // A fixed height would distort the square.
          ...(kind !== 'qrcode' && { height: 12 }),
          backgroundcolor: 'FFFFFF',
          paddingwidth: 4,
          paddingheight: 4,
        });
        return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
      },
    },
    queryClient,
  );
}

/** A GTIN-13 as EAN, anything else as Code 128. */
export function Barcode({ value, label, height = 64 }: CodeProps) {
  const { data } = useSvg(/^\d{13}$/.test(value) ? 'ean13' : 'code128', value);
  return data ? (
    <img src={data} alt={label} style={{ height, maxWidth: '100%' }} />
  ) : (
    <Skeleton height={height} width={height * 3} />
  );
}

/** Dark on white in both colour schemes, as scanners expect. */
export function QrCode({ value, label, height = 200 }: CodeProps) {
  const { data } = useSvg('qrcode', value);
  return data ? (
    <img src={data} alt={label} style={{ height, width: height, borderRadius: 6 }} />
  ) : (
    <Skeleton height={height} width={height} />
  );
}
