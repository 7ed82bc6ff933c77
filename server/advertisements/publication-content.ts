import { listingTypeIds } from '#server/outside/marketplaces/mercado-livre/categories.ts';
import {
  identityAttributes,
  packageAttributes,
  remoteAttribute,
} from '#server/outside/marketplaces/mercado-livre/item-bodies.ts';
import {
  changeListingType,
  describeItem,
  hasDescription,
  type RemoteItem,
} from '#server/outside/marketplaces/mercado-livre/items.ts';
import type { PublicationWork } from './publication-job.ts';
import { uploadPictures } from './publication-pictures.ts';
import type { TargetVariation } from './publication-target.ts';
import { parseAttributes } from './publication-view.ts';

type Json = Record<string, unknown>;
export type Content = { item?: Json; variations?: Map<string, Json> };

/** Text, attributes and pictures of one item as its update takes them. */
export async function sendContent(
  work: PublicationWork,
  before: RemoteItem | null,
  variations: readonly TargetVariation[],
): Promise<Content> {
  const { target } = work;
  if (!before) return {};
  const pictureIds = target.unsent.includes('pictures') ? await uploadPictures(work) : null;
  const single = before.variations.length === 0;
  const [only] = variations;
  const item: Json = pictureIds ? { pictures: pictureIds.map((id) => ({ id })) } : {};
  if (target.unsent.includes('content')) {
    Object.assign(item, nameOf(work, before), {
      attributes: [
        ...parseAttributes(target.attributes).map(remoteAttribute),
        ...packageAttributes({
          weight: target.weight ?? 0.1,
          width: target.width ?? 1,
          height: target.height ?? 1,
          depth: target.depth ?? 1,
        }),
        ...(single && only ? identityAttributes(only) : []),
      ],
      ...(target.video && { video_id: target.video }),
    });
  }
  if (single) return { item };
  const own = variations.flatMap((variation): [string, Json][] =>
    variation.remote_variation_id
      ? [
          [
            variation.remote_variation_id,
            {
              ...(target.unsent.includes('content') && { attributes: identityAttributes(variation) }),
              ...(pictureIds && { picture_ids: pictureIds }),
            },
          ],
        ]
      : [],
  );
  return { item, variations: new Map(own) };
}

/** A name that is there already is not sent: after a sale it may not change, and the call would be refused for it. */
function nameOf({ target }: PublicationWork, before: RemoteItem): Json {
  if (before.familyName !== null)
    return before.familyName === target.name ? {} : { family_name: target.name };
  return before.title === target.name ? {} : { title: target.name };
}

export async function sendDescription({ session, target }: PublicationWork, itemId: string): Promise<void> {
  await describeItem(session, itemId, target.description, !(await hasDescription(session, itemId)));
}

export async function sendType({ session, target }: PublicationWork, before: RemoteItem): Promise<void> {
  const wanted = listingTypeIds[target.type === 'premium' ? 'premium' : 'classic'];
  if (before.listingTypeId !== wanted) await changeListingType(session, before.id, wanted);
}
