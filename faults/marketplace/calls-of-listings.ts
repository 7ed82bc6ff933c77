import { callsOfContent } from './calls-of-content.ts';
import type { Call, CallsOf } from './port-methods.ts';
import type { PortStage } from './port-stage.ts';

/** Every call about the seller's own ads. */
export async function callsOfListings(stage: PortStage): Promise<CallsOf<'listings'>> {
  const { direct, session, on, act, publish, read, photo } = stage;
  const { listings } = direct;
  const [plain, colored] = [await publish(), await publish('Preto', 'Branco')];
  const { made, content } = plain;
  const only = made.variations[0]?.id ?? null;
  const keys = { mark: content.mark, skus: plain.variations.map(({ sku }) => sku) };
  /** One that the marketplace makes several of. */
  const split = await publish('Preto', 'Branco');
  await stage.met.split?.(split.made);
  const units = (value: number) => colored.made.variations.map(({ id }) => ({ id, value }));
  return {
    'listings.read': [
      on('read', ({ listings: l }, s) => l.read(s, made.id), [made.id]),
      on('read with colours', ({ listings: l }, s) => l.read(s, colored.made.id), [colored.made.id]),
      ...(await readingThere(stage)),
    ],
    'listings.readDescription': [on('description', ({ listings: l }, s) => l.readDescription(s, made.id))],
    'listings.readTags': [on('tags', ({ listings: l }, s) => l.readTags(s))],
    'listings.readLocations': listings.readLocations
      ? [on('locations', ({ listings: l }, s) => l.readLocations?.(s))]
      : [],
    'listings.list': [on('list', async ({ listings: l }, s) => (await l.list(s)).includes(made.id))],
    'listings.findByMark': [
      on('found by its mark', async ({ listings: l }, s) => (await l.findByMark(s, keys))?.id),
    ],
    'listings.findSuccessors': [
      on('successors', async ({ listings: l }, s) => {
        const skus = split.variations.map(({ sku }) => sku);
        return (await l.findSuccessors(s, split.made, { mark: split.content.mark, skus })).length;
      }),
    ],
    'listings.resolveLink': [
      on('link', ({ listings: l }, s) => l.resolveLink(s, stage.met.linkOf(made)), [made.id]),
    ],
    'listings.create': [creating(stage, 'create'), creating(stage, 'create with colours', 'Preto', 'Branco')],
    'listings.grow': [
      act(
        'grow',
        async () => ({ ...(await publish('Preto', 'Branco')), blue: stage.unit(stage.next(), 'Azul') }),
        async ({ listings: l }, s, of) => {
          await l.grow(s, await l.read(s, of.made.id), of.content, of.blue);
          return (await read(of.made.id)).variations.map(({ name }) => name);
        },
      ),
    ],
    'listings.relist': [
      act(
        'relist',
        async () => {
          const of = await publish();
          await listings.pushState(session, of.made, 'closed');
          return of;
        },
        async ({ listings: l }, s, of) => {
          const again = await l.relist(s, await read(of.made.id), of.content, of.variations);
          return again && { continues: again.predecessorId === of.made.id, state: again.state };
        },
      ),
    ],
    'listings.uploadPicture': [
      act(
        'picture',
        async () => colored.made.id,
        async ({ listings: l }, s, id) => typeof (await l.uploadPicture(s, photo, id)),
      ),
    ],
    'listings.pushStock': [
      act('stock', nextValue, async ({ listings: l }, s, value) => {
        const refused = await l.pushStock(s, made, [{ id: only, value }], null);
        return [refused, (await read(made.id)).quantity === value];
      }),
      act('stock of colours', nextValue, async ({ listings: l }, s, value) => {
        const refused = await l.pushStock(s, colored.made, units(value), null);
        const after = await read(colored.made.id);
        return [refused, after.variations.map(({ quantity }) => quantity === value)];
      }),
    ],
    'listings.pushPrice': [
      act('price', nextValue, async ({ listings: l }, s, value) => {
        const refused = await l.pushPrice(s, made.id, [{ id: only, value: 6000 + value }], null);
        return [refused, (await read(made.id)).price === 6000 + value];
      }),
      act('price of colours', nextValue, async ({ listings: l }, s, value) => {
        const refused = await l.pushPrice(s, colored.made.id, units(6000 + value), null);
        const after = await read(colored.made.id);
        return [refused, after.variations.map(({ price }) => price === 6000 + value)];
      }),
    ],
    'listings.pushState': [
      ...(['paused', 'active'] as const).map((state) =>
        act(
          state,
          async () =>
            listings.pushState(session, await read(made.id), state === 'paused' ? 'active' : 'paused'),
          async ({ listings: l }, s) => {
            await l.pushState(s, await l.read(s, made.id), state);
            return (await read(made.id)).state;
          },
        ),
      ),
      act(
        'closed',
        () => publish(),
        async ({ listings: l }, s, of) => {
          await l.pushState(s, of.made, 'closed');
          return (await read(of.made.id)).state;
        },
      ),
    ],
    ...(await callsOfContent(stage, plain, colored)),
  };

  async function nextValue() {
    return 100 + (stage.next() % 900);
  }
}

/** An ad in the marketplace's own warehouse: without its units, which have a request of their own, it is still readable. */
async function readingThere({ met, on, publish }: PortStage): Promise<Call[]> {
  if (!met.store) return [];
  const { made } = await publish();
  await met.store(made.id);
  return [
    on('read in the warehouse of the marketplace', async ({ listings }, s) => {
      const found = await listings.read(s, made.id);
      return { ...found, missing: 'fulfillmentStock' in found ? [] : ['fulfillmentStock'] };
    }),
  ];
}

/** With stock in several places, another kind of ad is created and its stock is a separate record. */
export async function callsInPlaces(
  stage: PortStage,
): Promise<
  Pick<
    CallsOf<'listings'>,
    'listings.create' | 'listings.readLocations' | 'listings.pushStock' | 'listings.resolveLink'
  >
> {
  const { made } = await stage.publish('Preto');
  return {
    'listings.create': [creating(stage, 'create', 'Preto')],
    'listings.readLocations': [stage.on('locations', ({ listings }, s) => listings.readLocations?.(s))],
    'listings.pushStock': [
      stage.act(
        'stock',
        async () => stage.next(),
        async ({ listings }, s, value) => {
          await listings.pushStock(s, made, [{ id: null, value }], null);
          return (await stage.read(made.id)).quantity === value;
        },
      ),
    ],
    'listings.resolveLink': [
      stage.on('link', ({ listings }, s) => listings.resolveLink(s, stage.met.linkOf(made)), [made.id]),
    ],
  };
}

/** A try that failed may have made it: then it is found by its mark. One is on sale afterwards, and not two. */
function creating({ direct, session, act, draft, read }: PortStage, name: string, ...colors: string[]): Call {
  const { listings } = direct;
  return act(
    name,
    async () => ({ ...draft(...colors), before: await listings.list(session) }),
    async ({ listings: l }, s, { content, variations, before }, isAgain) => {
      const skus = variations.map(({ sku }) => sku);
      const found = isAgain ? await l.findByMark(s, { mark: content.mark, skus }) : null;
      if (!found) await l.create(s, content, variations);
      // It may have been left off sale midway.
      if (found?.pausedBySeller) await l.pushState(s, found, 'active');
      const fresh = (await listings.list(session)).filter((id) => !before.includes(id));
      return (await Promise.all(fresh.map(read)))
        .filter(({ state }) => state === 'active')
        .map((one) => one.variations.length);
    },
  );
}
