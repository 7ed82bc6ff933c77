import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { PackageSize } from '#contract/advertisements/package-size.ts';
import { api } from '#contract/index.ts';
import { itemOf } from '../../test/sample.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { account } from '../test/publish-stage.ts';
import { PublicationCard } from './PublicationCard.tsx';

afterEach(cleanup);

const small = { weight: 0.42, width: 12, height: 11, depth: 9.5 };
const variation = itemOf(api.publications.detail.response, 'variations');

const show = async (ofAd: Partial<PackageSize>, own: (PackageSize | null)[]) => {
  const unknown = { weight: null, width: null, height: null, depth: null };
  const variations = own.map((one, id) => ({ ...variation, id, name: `Cor ${id}`, package: one }));
  const publication = itemOf(api.publications.list.response, 'items', {
    account,
    variations,
    ...unknown,
    ...ofAd,
  });
  await renderScreen(() => <PublicationCard publication={publication} />, { server: {} });
  // Figures and their units are not parted.
  return (await screen.findByRole('article')).textContent?.replaceAll('\u00a0', ' ') ?? '';
};

test('the card of a publication shows its package, those of variations with their own, or that there is none', async () => {
  expect(await show(small, [null])).toContain('Embalagem 0,42 kg · 12 × 11 × 9,5 cm');
  cleanup();
  const each = await show({ ...small, weight: 0.9 }, [small, { ...small, weight: 0.9 }]);
  expect(each.match(/Embalagem/g)).toHaveLength(2);
  expect(each).toContain('0,9 kg');
  cleanup();
  expect(await show({ weight: 0.42 }, [null])).toContain('Embalagem não informada');
});
