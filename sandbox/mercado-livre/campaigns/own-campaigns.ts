import type { Answer } from '../../answer.ts';
import { brasiliaHour } from '../../clock.ts';
import type { Fields } from '../../reading.ts';
import { textOf } from '../../reading.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { ok, post, put, refuse, remove } from '../endpoint.ts';
import { bodyOf } from '../item-endpoints.ts';
import { campaignIn, hasGreenReputation, refuseOffer, versioned } from './call.ts';
import type { Campaign } from './campaign.ts';
import { OWN_CAMPAIGN } from './kinds.ts';
import { addCampaign, campaignStatus, campaignsOf } from './state.ts';
import { withdraw } from './taking-part.ts';
import { local } from './views.ts';

const DAY_MS = 24 * 3_600_000;
const LONGEST_DAYS = 14;

/** Midnight of Brasília of a moment that is written without a zone; the hour does not count. */
export const dayIn = (value: unknown): Date | null => {
  const written = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}$/.exec(textOf(value) ?? '');
  const day = new Date(`${written?.[1]}T03:00:00.000Z`);
  return Number.isNaN(day.getTime()) ? null : day;
};

const view = (call: Call, campaign: Campaign): Fields => ({
  id: campaign.id,
  type: campaign.type,
  sub_type: campaign.sub_type,
  status: campaignStatus(call.world, campaign),
  start_date: local(campaign.start),
  finish_date: local(campaign.finish),
  name: campaign.name,
});

const periodOf = (call: Call, start: Date, lastDay: Date, tooLong: string) => {
  if (lastDay < start) throw refuseOffer('Finish_date cannot be earlier than startdate');
  const finish = new Date(lastDay.getTime() + DAY_MS - 1000);
  if (finish.getTime() - start.getTime() > LONGEST_DAYS * DAY_MS) throw refuseOffer(tooLong);
  if (finish < call.world.clock.now()) throw refuseOffer('Finish_date cannot be earlier than today');
  return { start: start.toISOString(), finish: finish.toISOString() };
};

const nameIn = (call: Call, body: Fields, self: string | null): string => {
  const name = textOf(body.name)?.trim() ?? '';
  if (name === '') throw refuse(400, 'bad_request', 'The field name is required');
  const isTaken = campaignsOf(call.world, call.caller.id).some(
    (other) => other.type === OWN_CAMPAIGN && other.id !== self && other.name === name,
  );
  if (isTaken) throw refuseOffer('The name already exists.');
  return name;
};

const guardTypes = (body: Fields): void => {
  if (body.promotion_type !== OWN_CAMPAIGN) throw refuseOffer('Invalid promotion type');
  if (body.sub_type !== undefined && body.sub_type !== 'FLEXIBLE_PERCENTAGE')
    throw refuseOffer('Invalid sub_type');
};

const create = (call: Call): Answer => {
  const body = bodyOf(call);
  guardTypes(body);
  if (!hasGreenReputation(call)) throw refuseOffer('The reputation of the seller is not green');
  const name = nameIn(call, body, null);
  const start = dayIn(body.start_date);
  const lastDay = dayIn(body.finish_date);
  if (start === null || lastDay === null) throw refuseOffer('Start and finish dates must be in local format');
  if (start < brasiliaHour(call.world.clock.now(), 0, 0))
    throw refuseOffer('Start_date cannot be earlier than today');
  const campaign = addCampaign(call.world, {
    seller_id: call.caller.id,
    type: OWN_CAMPAIGN,
    name,
    ...periodOf(call, start, lastDay, 'Maximum period cannot exceed the allowed'),
    deadline: null,
    meli_percent: 0,
    seller_percent: 0,
    forEveryItem: true,
  });
  return ok(view(call, campaign), 201);
};

const update = (call: Call): Answer => {
  const body = bodyOf(call);
  guardTypes(body);
  const campaign = campaignIn(call, call.params.id ?? '', OWN_CAMPAIGN);
  const status = campaignStatus(call.world, campaign);
  if (status === 'finished') throw refuseOffer('The promotion is finished');
  if (body.start_date !== undefined && status === 'started')
    throw refuseOffer('The start_date field cannot be modified for the current promotion status');
  const start = body.start_date === undefined ? new Date(campaign.start) : dayIn(body.start_date);
  const lastDay = body.finish_date === undefined ? dayIn(local(campaign.finish)) : dayIn(body.finish_date);
  if (start === null || lastDay === null) throw refuseOffer('Start and finish dates must be in local format');
  const period = periodOf(call, start, lastDay, 'Maximum period can not exceed the allowed');
  const name = body.name === undefined ? campaign.name : nameIn(call, body, campaign.id);
  Object.assign(campaign, period, { name });
  return ok(view(call, campaign));
};

const discard = (call: Call): Answer => {
  const campaign = campaignIn(call, call.params.id ?? '', call.query.promotion_type);
  if (campaign.type !== OWN_CAMPAIGN) throw refuseOffer('Invalid promotion type');
  for (const offer of Object.values(campaign.offers)) withdraw(call.world, campaign, offer);
  delete call.world.market.campaigns[campaign.id];
  call.world.changed();
  return { status: 200 };
};

export const ownCampaignEndpoints: Endpoint[] = [
  post('/seller-promotions/promotions', create),
  put('/seller-promotions/promotions/:id', update),
  remove('/seller-promotions/promotions/:id', discard),
].map(versioned);
