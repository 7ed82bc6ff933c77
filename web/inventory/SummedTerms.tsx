import { Accordion, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Quantity } from '../ui/page/values.tsx';
import { QuantityTerms } from './QuantityTerms.tsx';

type Summand = { id: number; label: string; value: number | null; why: () => ReactNode };
type SummedTermsProps = { summands: readonly Summand[]; sum: { label: string; value: number | null } | null };

/** A quantity that is a sum of others, each of which opens its own terms. */
export function SummedTerms({ summands, sum }: SummedTermsProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Stack gap="xs">
      <Accordion value={open} onChange={setOpen} variant="contained">
        {summands.map(({ id, label, value, why }) => (
          <Accordion.Item key={id} value={String(id)}>
            <Accordion.Control>
              <Group justify="space-between" wrap="nowrap">
                <span>{label}</span>
                <Quantity value={value} />
              </Group>
            </Accordion.Control>
            <Accordion.Panel>{open === String(id) && why()}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {sum && <QuantityTerms terms={[{ ...sum, sign: '=', strong: true }]} />}
    </Stack>
  );
}
