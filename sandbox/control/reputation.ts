import type { FastifyInstance } from 'fastify';
import { sellerById } from '../mercado-livre/market.ts';
import { viewReputation } from '../mercado-livre/reputation.ts';
import type { Measure, ReputationSetting } from '../mercado-livre/reputation-setting.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, isFields, isOn, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';

/** A count, or `{ value?, rate? }` if the rate differs from the count. */
const measureIn = (given: unknown): Measure | null => {
  const value = numberOf(isFields(given) ? given.value : given);
  const rate = numberOf(fieldsOf(given).rate);
  if (value === null && rate === null) return null;
  return { ...(value !== null && { value }), ...(rate !== null && { rate }) };
};

/** Null and `none` mean that there is none; an empty form field keeps the computed value. */
const wordIn = (given: unknown): string | null | undefined => {
  if (given === null || given === 'none') return null;
  return textOf(given) || undefined;
};

const protectionIn = (body: Fields): ReputationSetting['protection'] => {
  const given = fieldsOf(body.protection);
  const until = new Date(textOf(given.until) ?? textOf(body.protectedUntil) ?? '');
  if (Number.isNaN(until.getTime())) return undefined;
  return { until: until.toISOString(), realLevel: textOf(given.realLevel) };
};

const settingIn = (body: Fields): ReputationSetting => {
  const level = wordIn(body.level);
  const powerSeller = wordIn(body.powerSeller);
  const period = textOf(body.period);
  const sales = numberOf(body.sales);
  const total = numberOf(body.total);
  const claims = measureIn(body.claims);
  const delayed = measureIn(body.delayed);
  const cancellations = measureIn(body.cancellations);
  const protection = protectionIn(body);
  return {
    ...(level !== undefined && { level }),
    ...(powerSeller !== undefined && { powerSeller }),
    ...(period && { period }),
    ...(sales !== null && { sales }),
    ...(total !== null && { total }),
    ...(claims !== null && { claims }),
    ...(delayed !== null && { delayed }),
    ...(cancellations !== null && { cancellations }),
    ...(protection !== undefined && { protection }),
  };
};

/**
 * Body: `{ seller, level?, powerSeller?, period?, sales?, total?, claims?, delayed?, cancellations?, protection?,
 * clear? }`; earlier values stay unless `clear`. Returns what the marketplace shows now; null if the seller does not
 * exist.
 */
export const setReputation = (world: World, body: Fields): Fields | null => {
  const seller = sellerById(world.market, numberOf(body.seller));
  if (seller === null) return null;
  const key = String(seller.id);
  const { reputations } = world.market;
  const before = isOn(body.clear) ? {} : (reputations[key] ?? {});
  reputations[key] = { ...before, ...settingIn(body) };
  if (Object.keys(reputations[key]).length === 0) delete reputations[key];
  world.changed();
  return viewReputation(world, seller);
};

export const mountReputation = (app: FastifyInstance, world: World, api: string): void => {
  app.post(`${api}/reputation`, (request, reply) => {
    const shown = setReputation(world, fieldsOf(request.body));
    return shown === null ? reply.status(404).send({ error: 'not-found' }) : shown;
  });
};
