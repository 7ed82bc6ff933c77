import { later, marketTime } from '../clock.ts';
import type { Fields } from '../reading.ts';
import type { World } from '../world.ts';
import { isSpared } from './after-sale/claims.ts';
import type { Order } from './market.ts';
import type { Seller } from './people.ts';
import type { Measure, ReputationSetting } from './reputation-setting.ts';

const DAY = 24 * 3_600_000;
/** With this many sales in the short window, it is used. */
const SHORT_WINDOW_SALES = 60;
/** Fewer sales are not measured. */
const TOO_FEW_SALES = 10;

const metrics = ['claims', 'delayed', 'cancellations'] as const;
type Metric = (typeof metrics)[number];

/** Upper limits of the rates for Brazil, best level first; values above the last are red. */
const limits: Record<Metric, number[]> = {
  claims: [0.02, 0.045, 0.08],
  cancellations: [0.015, 0.035, 0.04],
  delayed: [0.1, 0.18, 0.22],
};
/** `4_light_green` has no published limits. */
const levels = ['5_green', '3_yellow', '2_orange', '1_red'];

type Counted = { value: number; rate: number };
type Sales = { total: number; completed: number };
type Figures = Sales & { period: string; ever: Sales } & Record<Metric, Counted>;

const rateOf = (value: number, total: number): number =>
  total === 0 ? 0 : Math.round((value / total) * 10_000) / 10_000;

const wasPaid = ({ payments }: Order): boolean => payments.some(({ date_approved: date }) => date !== null);

const handedOver = ['dropped_off', 'picked_up'];

/** When the parcel left the seller, and whether in time; null if it has not left, or is the seller's own transport. */
const dispatchOf = (world: World, order: Order): { late: boolean } | null => {
  const shipment = world.market.shipments[String(order.shipment_id)];
  const left = shipment?.history.find(
    ({ status, substatus }) =>
      ['shipped', 'delivered'].includes(status) || handedOver.includes(substatus ?? ''),
  );
  if (shipment?.mode !== 'me2' || left === undefined) return null;
  return { late: left.date > shipment.handling_limit };
};

const counts = (orders: Order[]): Sales => ({
  total: orders.length,
  completed: orders.filter(({ status }) => status !== 'cancelled').length,
});

/** Computed from the sales of the stand-in: of 60 days if there are enough, else of a year. */
const countedFrom = (world: World, seller: Seller): Figures => {
  const paid = Object.values(world.market.orders).filter(
    (order) => order.seller_id === seller.id && wasPaid(order),
  );
  const within = (days: number): Order[] => {
    const start = later(world.clock.now(), -days * DAY).toISOString();
    return paid.filter(({ date_created: date }) => date >= start);
  };
  const isBusy = within(60).length >= SHORT_WINDOW_SALES;
  const sales = within(isBusy ? 60 : 365);
  const claims = Object.values(world.market.afterSale.claims);
  const claimed = new Set(claims.map(({ order_id: id }) => id));
  const hurting = new Set(claims.filter((claim) => !isSpared(claim)).map(({ order_id: id }) => id));
  const dispatched = sales.map((order) => dispatchOf(world, order)).filter((dispatch) => dispatch !== null);
  const part = (value: number, total: number): Counted => ({ value, rate: rateOf(value, total) });
  return {
    period: isBusy ? '60 days' : '365 days',
    ...counts(sales),
    ever: counts(paid),
    claims: part(sales.filter(({ id }) => hurting.has(id)).length, sales.length),
    cancellations: part(
      sales.filter(({ id, cancel_detail: end }) => end?.requested_by === 'seller' && !claimed.has(id)).length,
      sales.length,
    ),
    delayed: part(dispatched.filter(({ late }) => late).length, dispatched.length),
  };
};

/** The computed figures with their overrides. */
const figuresOf = (counted: Figures, setting: ReputationSetting): Figures => {
  const completed = setting.sales ?? counted.completed;
  const total = setting.total ?? setting.sales ?? counted.total;
  const set = (measure: Measure | undefined, own: Counted): Counted => {
    const value = measure?.value ?? own.value;
    const known = measure === undefined && setting.sales === undefined && setting.total === undefined;
    return { value, rate: known ? own.rate : (measure?.rate ?? rateOf(value, total)) };
  };
  return {
    period: setting.period ?? counted.period,
    total,
    completed,
    ever: setting.sales === undefined && setting.total === undefined ? counted.ever : { total, completed },
    claims: set(setting.claims, counted.claims),
    cancellations: set(setting.cancellations, counted.cancellations),
    delayed: set(setting.delayed, counted.delayed),
  };
};

/** The worst of the three decides; null with too few sales. */
const levelOf = (figures: Figures): string | null => {
  if (figures.total <= TOO_FEW_SALES) return null;
  const worst = Math.max(
    ...metrics.map((metric) => {
      const place = limits[metric].findIndex((limit) => figures[metric].rate <= limit);
      return place === -1 ? levels.length - 1 : place;
    }),
  );
  return levels[worst] ?? null;
};

/** A protected seller shows no faults; the real values are next to them. */
const viewMetric = (figures: Figures, metric: Metric, isProtected: boolean): Fields => {
  const isMeasured = figures.total > TOO_FEW_SALES;
  const { value, rate } = isMeasured ? figures[metric] : { value: 0, rate: 0 };
  if (!isProtected) return { period: figures.period, rate, value };
  return { period: figures.period, rate: 0, value: 0, excluded: { real_value: value, real_rate: rate } };
};

export const viewReputation = (world: World, seller: Seller): Fields => {
  const setting = world.market.reputations[String(seller.id)] ?? {};
  const figures = figuresOf(countedFrom(world, seller), setting);
  const { protection } = setting;
  const level = setting.level === undefined ? levelOf(figures) : setting.level;
  const isProtected = protection !== undefined && protection.until > world.clock.now().toISOString();
  return {
    level_id: isProtected ? (setting.level ?? '5_green') : level,
    power_seller_status: setting.powerSeller ?? null,
    ...(isProtected && {
      real_level: protection.realLevel ?? levelOf(figures),
      protection_end_date: marketTime(protection.until),
    }),
    transactions: {
      period: 'historic',
      ...figures.ever,
      canceled: figures.ever.total - figures.ever.completed,
      ratings: { positive: 0, neutral: 0, negative: 0 },
    },
    metrics: {
      sales: { period: figures.period, completed: figures.completed },
      claims: viewMetric(figures, 'claims', isProtected),
      delayed_handling_time: viewMetric(figures, 'delayed', isProtected),
      cancellations: viewMetric(figures, 'cancellations', isProtected),
    },
  };
};
