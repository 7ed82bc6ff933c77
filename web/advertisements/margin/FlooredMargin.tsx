import { Text } from '@mantine/core';
import type { MarginFloor } from '#contract/advertisements/margin-change.ts';
import { useTranslation } from '../../i18n.ts';
import { Percent } from '../../ui/page/values.tsx';
import { AtMost } from '../PriceBreakdown.tsx';

type FlooredMarginProps = {
  of: { marginBasisPoints: number; fee: number | null; freight: number | null };
  floor: MarginFloor | null;
};

/** The margin of a price, marked if it is a loss or below the floor. */
export function FlooredMargin({ of, floor }: FlooredMarginProps) {
  const { t } = useTranslation('advertisements');
  const isBelow = floor !== null && of.marginBasisPoints < floor.basisPoints;
  const isBad = of.marginBasisPoints < 0 || isBelow;
  return (
    <Text span inherit c={isBad ? 'var(--easy-bad-text)' : undefined}>
      <AtMost of={of}>
        <Percent value={of.marginBasisPoints} />
      </AtMost>
      {isBelow && ` ${t('wholesale.belowFloor')}`}
    </Text>
  );
}
