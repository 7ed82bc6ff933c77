import {
  type ContentPart,
  contentParts,
  type Listing,
  type ListingContent,
} from '#server/outside/marketplaces/listing.ts';
import type { Call } from './port-methods.ts';
import type { PortStage } from './port-stage.ts';

type Published = Awaited<ReturnType<PortStage['publish']>>;
type OfContent = Record<`listings.pushContent ${ContentPart}`, Call[]>;

/** Changes each part of an ad's content in turn. */
export async function callsOfContent(
  stage: PortStage,
  plain: Published,
  colored: Published,
): Promise<OfContent> {
  const { direct, session, act, photo, read } = stage;
  const { listings } = direct;
  const { id } = plain.made;
  const upload = () => listings.uploadPicture(session, photo, id);
  const pictures = [await upload(), await upload()];
  const changing = (part: ContentPart) => {
    let turn = 0;
    return act(
      part,
      async () => ({
        ...contentAt(stage, plain.content, pictures, ++turn),
        freeShipping: !(await read(id)).freeShipping,
      }),
      async ({ listings: l }, s, content) => {
        const sku = `OUTRO-${turn}`;
        const variations = plain.variations.map((one) => ({ ...one, sku }));
        await l.pushContent(s, await l.read(s, id), part, content, variations);
        if (part === 'description')
          return (await listings.readDescription(session, id)) === content.description;
        return says(await read(id), content, sku)[part];
      },
    );
  };
  const calls = Object.fromEntries(
    contentParts.map((part) => [`listings.pushContent ${part}`, [changing(part)]]),
  ) as OfContent;
  calls['listings.pushContent identity'].push(
    act(
      'identity of colours',
      async () => stage.next(),
      async ({ listings: l }, s, n) => {
        const skuAt = (at: number) => `OUTRO-${n}-${at}`;
        const variations = colored.variations.map((one, at) => ({
          ...{ ...one, sku: skuAt(at), id: colored.made.variations[at]?.id ?? null },
        }));
        await l.pushContent(s, await l.read(s, colored.made.id), 'identity', colored.content, variations);
        return (await read(colored.made.id)).variations.map(({ sku }, at) => sku === skuAt(at));
      },
    ),
  );
  if (direct.capabilities(session.tags).picturesOf === 'listing')
    calls['listings.pushContent pictures'].push(
      act('fewer pictures', upload, async ({ listings: l }, s) => {
        const content = { ...plain.content, pictureIds: pictures };
        await l.pushContent(s, await l.read(s, id), 'pictures', content, plain.variations);
        return (await read(id)).pictureIds.length;
      }),
    );
  return calls;
}

/** The content of the ad at the n-th change: every part differs from the change before. */
function contentAt(
  { direct, session, met }: PortStage,
  content: ListingContent,
  pictures: readonly string[],
  turn: number,
): ListingContent {
  const { listingTypes, conditions, handlingDays } = direct.capabilities(session.tags);
  const isOdd = turn % 2 === 1;
  return {
    ...content,
    name: `Caneca de outro nome ${turn}`,
    type: listingTypes[turn % listingTypes.length] ?? 'classic',
    description: `Outra descrição da caneca, a de número ${turn}.`,
    package: { weight: 1 + (turn % 5), width: 12, height: 11, depth: 9 },
    video: `dQw4w9WgX${String(turn % 100).padStart(2, '0')}`,
    attributes: [...met.attributesAt(turn)],
    pictureIds: isOdd ? pictures.toReversed() : [...pictures],
    condition: conditions[turn % Math.max(1, conditions.length)] ?? null,
    handlingDays: handlingDays && isOdd ? handlingDays.most : null,
    // Below every price that the ad has meanwhile, and not below the least share of it at Shopee.
    wholesale: [{ from: 2 + (turn % 50), price: 2500 }],
  };
}

/** Parts of the ad that have the intended value; the description is read separately. */
const says = (found: Listing, content: ListingContent, sku: string) =>
  ({
    name: found.name === content.name,
    type: found.type === content.type,
    package: found.package?.weight === content.package?.weight,
    video: found.video === content.video,
    attributes: content.attributes.every((wanted) =>
      found.attributes.some(({ valueName }) => valueName === wanted.valueName),
    ),
    pictures: found.pictureIds.join() === content.pictureIds.join(),
    condition: found.condition === content.condition,
    terms: found.handlingDays === content.handlingDays,
    freight: found.freeShipping === content.freeShipping,
    identity: found.sku === sku,
    wholesale: JSON.stringify(found.wholesale) === JSON.stringify(content.wholesale),
  }) satisfies Record<Exclude<ContentPart, 'description'>, boolean>;
