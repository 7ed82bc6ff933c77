import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { isRoll, placePapers, placeRolls } from '#contract/inventory/place-label.ts';
import { makeWarehouse } from '#server/inventory/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { readZpl } from '#server/outside/marketplaces/test/read-zpl.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { readPdfPages } from '#server/test/read-codes.ts';
import { placeLayout, placeSheets } from './place-layout.ts';
import { printPlacesTask } from './print-places.ts';

let app: TestApp;
let owner: Person;
let warehouseId: number;
/** Levels 1 to 3 in `A01-P02`. */
let levels: { id: number; code: string }[];

beforeAll(async () => {
  app = await testApp();
  owner = await app.join('supply');
  warehouseId = (await makeWarehouse(owner)).warehouseId;
  const inside = async (parentId: number | null, prefix: string, from: number, to: number) => {
    const body = { warehouseId, parentId, prefix, initialIndex: from, finalIndex: to };
    return (await owner.call(api.inventoryLocations.create, { body })).items;
  };
  const [aisle] = await inside(null, 'CORREDOR', 1, 1);
  const [bay] = await inside(aisle?.id ?? 0, 'P', 2, 2);
  levels = await inside(bay?.id ?? 0, 'N', 1, 3);
});

const locations = () => levels.map(({ id }) => id).join(',');
const codes = () => levels.map(({ code }) => code);

/** Two columns of labels between the margins of the sheet. */
const gridOf = (paper: (typeof placePapers)[number]) => {
  const { columns, rows, top, height } = placeSheets[paper];
  return { columns, rows, top: top / height };
};

describe('the bar code of a label is the code of its position', () => {
  test.each(placePapers)('in a PDF on %s', async (paper) => {
    const query = { locations: locations(), paper, arrows: 'N:1' };
    const { bytes, contentType } = await owner.download(api.placesLabels.pdf, { query });
    expect(contentType).toBe('application/pdf');
    const pages = await readPdfPages(bytes, gridOf(paper));
    const { width, height } = placeSheets[paper];
    expect(pages.map((page) => [page.width, page.height])).toEqual(
      isRoll(paper) ? codes().map(() => [width, height]) : [[width, height]],
    );
    expect(pages.flatMap((page) => page.codes).filter((code) => code !== null)).toEqual(codes());
  });

  test.each(placeRolls)('in ZPL on %s, with the last step of the code in a row of its own', async (paper) => {
    const query = { locations: locations(), paper };
    const { bytes } = await owner.download(api.placesLabels.zpl, { query });
    expect(readZpl(bytes)).toEqual(
      codes().map((code) => ({ codes: [code], texts: ['CORREDOR01-P02', code.slice(-3)] })),
    );
  });

  test('for a long code', async () => {
    let parent: { id: number; code: string } | undefined;
    for (const prefix of ['CORREDOR', 'ESTANTE', 'PRATELEIRA']) {
      const body = { warehouseId, parentId: parent?.id ?? null, prefix, initialIndex: 12, finalIndex: 12 };
      [parent] = (await owner.call(api.inventoryLocations.create, { body })).items;
    }
    const query = { locations: String(parent?.id), paper: 'a4_14' } as const;
    const { bytes } = await owner.download(api.placesLabels.pdf, { query });
    const [page] = await readPdfPages(bytes, gridOf('a4_14'));
    expect(page?.codes[0]).toBe('CORREDOR12-ESTANTE12-PRATELEIRA12');
  });
});

test('a sheet that was used before is continued at its first free label', async () => {
  const query = { locations: locations(), paper: 'a4_14', first: '13' } as const;
  const { bytes } = await owner.download(api.placesLabels.pdf, { query });
  const pages = await readPdfPages(bytes, gridOf('a4_14'));
  expect(pages.map((page) => page.codes.filter((code) => code !== null))).toEqual([
    codes().slice(0, 2),
    codes().slice(2),
  ]);
  expect(pages[0]?.codes.indexOf(codes()[0] ?? '')).toBe(12);
});

test('the code on every paper is high enough for two meters', () => {
  for (const paper of placePapers)
    for (const arrow of ['up', null] as const) {
      const label = { code: 'A01-P02-N3', inside: 'A01-P02', own: 'N3', arrow };
      const own = placeLayout(label, paper).rows.at(-1);
      expect((own?.size ?? 0) * 0.72).toBeGreaterThanOrEqual(9.9);
    }
});

test('an arrow points where the level is: below the beam up to a number, above it from then on', async () => {
  /** The first bar of an arrow that points up is its tip, the narrowest. */
  const arrowsOf = async (arrows: string) => {
    const query = { locations: locations(), paper: '100x50', arrows } as const;
    const zpl = (await owner.download(api.placesLabels.zpl, { query })).bytes.toString();
    return zpl
      .split('^XZ')
      .slice(0, 3)
      .map((label) => {
        const bars = [...label.matchAll(/\^FO\d+,(\d+)\^GB(\d+),/g)].map(([, y, wide]) => [
          Number(y),
          Number(wide),
        ]);
        const tip = bars.toSorted(([, one = 0], [, other = 0]) => one - other)[0]?.[0];
        if (tip === undefined) return null;
        return tip === Math.min(...bars.map(([y = 0]) => y)) ? 'up' : 'down';
      });
  };
  expect(await arrowsOf('none')).toEqual([null, null, null]);
  expect(await arrowsOf('up')).toEqual(['up', 'up', 'up']);
  expect(await arrowsOf('down')).toEqual(['down', 'down', 'down']);
  expect(await arrowsOf('N:1')).toEqual(['down', 'up', 'up']);
  expect(await arrowsOf('N:2')).toEqual(['down', 'down', 'up']);
  expect(await arrowsOf('P:1')).toEqual([null, null, null]);
});

describe('labels of a selection', () => {
  const run = async (body: object) => {
    const started = await owner.call(api.placesLabels.printMany, {
      body: { format: 'pdf', paper: 'a4_8', ...body } as never,
    });
    const payload = { businessId: owner.businessId, runId: started.id };
    let seen = await owner.call(api.bulkRuns.detail, { params: { id: started.id } });
    while (seen.state === 'running') {
      await printPlacesTask(jobOf(app), payload);
      seen = await owner.call(api.bulkRuns.detail, { params: { id: started.id } });
    }
    const { bytes } = await owner.download(api.bulkRuns.file, { params: { id: started.id } });
    return { seen, bytes };
  };

  test('of a whole warehouse are one file in the order of the walk, without a sheet that is begun twice', async () => {
    const other = (await makeWarehouse(owner)).warehouseId;
    await owner.call(api.inventoryLocations.create, {
      body: { warehouseId: other, prefix: 'Z', initialIndex: 1, finalIndex: 230 },
    });
    const query = { query: `warehouse:${other} prefix:Z`, size: '1' };
    const list = await owner.call(api.inventoryLocations.list, { query });
    const { seen, bytes } = await run({
      query: query.query,
      seen: { count: list.total, asOf: list.asOf },
    });
    expect(seen).toMatchObject({
      kind: 'place_labels',
      state: 'done',
      total: 230,
      succeeded: 230,
      failures: 0,
    });
    const pages = await readPdfPages(bytes, gridOf('a4_8'));
    expect(pages).toHaveLength(Math.ceil(230 / 8));
    const printed = pages.flatMap((page) => page.codes).filter((code) => code !== null);
    expect(printed).toEqual(
      Array.from({ length: 230 }, (_, index) => `Z${String(index + 1).padStart(3, '0')}`),
    );
  }, 60_000);

  test('leave out a position that was removed meanwhile, by its code', async () => {
    const { items } = await owner.call(api.inventoryLocations.create, {
      body: { warehouseId, prefix: 'SOME', initialIndex: 1, finalIndex: 2 },
    });
    const started = await owner.call(api.placesLabels.printMany, {
      body: { ids: items.map(({ id }) => id), format: 'zpl', paper: '100x50' },
    });
    await owner.call(api.inventoryLocations.remove, { params: { id: items[0]?.id ?? 0 } });
    const payload = { businessId: owner.businessId, runId: started.id };
    for (let step = 0; step < 2; step++) await printPlacesTask(jobOf(app), payload);
    const done = await owner.call(api.bulkRuns.detail, { params: { id: started.id } });
    expect(done).toMatchObject({
      ...{ state: 'done', succeeded: 1 },
      failed: [{ id: items[0]?.id, name: 'SOME01', code: 'not_found' }],
    });
    const { bytes } = await owner.download(api.bulkRuns.file, { params: { id: started.id } });
    expect(readZpl(bytes).map((label) => label.codes)).toEqual([['SOME02']]);
  });

  test('refuse ZPL on a sheet', async () => {
    const body = { ids: levels.map(({ id }) => id), format: 'zpl', paper: 'a4_14' } as const;
    expect(await owner.refused(api.placesLabels.printMany, { body })).toMatchObject({
      status: 422,
      errors: { paper: expect.anything() },
    });
  });
});

test('a position of another business, or of a warehouse out of reach, refuses the whole print with 404', async () => {
  const other = await app.join('supply');
  const foreign = await makeWarehouse(other);
  const stockist = await app.hire(owner.businessId, ['stockist'], [warehouseId]);
  const away = await makeWarehouse(owner);
  for (const [person, id] of [
    [owner, foreign.positionId],
    [stockist, away.positionId],
  ] as const) {
    const query = { locations: `${locations()},${id}`, paper: '100x50' } as const;
    expect(await person.refused(api.placesLabels.pdf, { query })).toMatchObject({ status: 404 });
    expect(await person.refused(api.placesLabels.zpl, { query })).toMatchObject({ status: 404 });
  }
});
