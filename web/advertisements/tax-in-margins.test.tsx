import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { MarginChange, MarginTerms } from '#contract/advertisements/margin-change.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import { ChangedTerms } from './margin/ChangedTerms.tsx';
import { PriceBreakdown, PriceParts } from './PriceBreakdown.tsx';

afterEach(cleanup);

const spent = { cost: 2000, fee: 719, freight: 1000 };

test('the tax is a part of a price for sellers who entered one, and not for others', async () => {
  await renderScreen(() => (
    <>
      <PriceBreakdown price={5990} {...spent} tax={359} former={false} />
      <PriceParts {...spent} tax={0} />
    </>
  ));
  const text = (await screen.findByRole('img')).getAttribute('aria-label')?.replaceAll(/\s/g, ' ');
  expect(text).toContain('Imposto R$ 3,59');
  expect(text).toContain('Lucro R$ 19,12');
  const parts = screen.getByText(/Custo/, { selector: 'p' });
  expect(parts.textContent).not.toContain('imposto');
});

test('a changed tax is shown with the rate before and after the change', async () => {
  const terms = (taxBasisPoints: number, margin: number): MarginTerms => ({
    ...{ price: 5990, ...spent, taxBasisPoints, margin },
  });
  const change = { before: terms(0, 2100), after: terms(654, 1446) } as MarginChange;
  await renderScreen(() => <ChangedTerms change={change} />);
  expect(await screen.findByText(/Imposto: de 0\s?% para 6,54\s?%/)).toBeTruthy();
  expect(screen.queryByText(/Tarifa|Frete|Custo/)).toBeNull();
});
