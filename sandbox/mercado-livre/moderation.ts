import type { Answer } from '../answer.ts';
import type { Fields } from '../reading.ts';
import { isFields, listOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { forbidden, get, ok } from './endpoint.ts';
import { itemChanged, settleStatus } from './item-stock.ts';
import type { Item } from './market.ts';

const MOST_INFRACTIONS = 20;

/**
 * Body: `{ moderation: { status, subStatus?, tags?, reason?, remedy? } | null }`: the marketplace moderates an item, or
 * ends that. What it found stays in the log of infractions.
 */
export const moderate = (world: World, item: Item, body: Fields): void => {
  const { moderation } = body;
  if (moderation === null) {
    item.status = 'active';
    item.sub_status = [];
    item.tags = item.tags.filter((tag) => tag !== 'moderation_penalty');
    settleStatus(item);
  } else if (isFields(moderation)) {
    item.status = textOf(moderation.status) ?? 'under_review';
    item.sub_status = listOf(moderation.subStatus).flatMap((code) => textOf(code) ?? []);
    item.tags = [...item.tags, ...listOf(moderation.tags).flatMap((tag) => textOf(tag) ?? [])];
    const reason = textOf(moderation.reason);
    if (reason !== null)
      item.infractions = [
        { date_created: world.clock.now().toISOString(), reason, remedy: textOf(moderation.remedy) },
        ...(item.infractions ?? []),
      ];
  } else return;
  itemChanged(world, item);
};

/** Of one seller, newest first; the log keeps infractions of items that were corrected. */
const showInfractions = (call: Call): Answer => {
  if (call.params.user !== String(call.caller.id)) throw forbidden();
  const { related_item_id: related } = call.query;
  const offset = Number(call.query.offset ?? 0);
  const limit = Math.min(Number(call.query.limit ?? MOST_INFRACTIONS), MOST_INFRACTIONS);
  const found = Object.values(call.world.market.items)
    .filter((item) => item.seller_id === call.caller.id && (related === undefined || item.id === related))
    .flatMap((item) => (item.infractions ?? []).map((infraction) => ({ item, ...infraction })))
    .toSorted((one, other) => other.date_created.localeCompare(one.date_created));
  return ok({
    infractions: found.slice(offset, offset + limit).map(({ item, ...infraction }, n) => ({
      id: `${1_378_710_000 + offset + n}`,
      user_id: String(item.seller_id),
      related_item_id: item.id,
      element_id: item.id,
      element_type: 'ITM',
      site_id: 'MLB',
      filter_subgroup: 'DESCRIPTION',
      ...infraction,
    })),
    paging: { limit, offset, total: found.length },
  });
};

export const moderationEndpoints: Endpoint[] = [get('/moderations/infractions/:user', showInfractions)];
