import type { Answer } from '../../answer.ts';
import type { World } from '../../world.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { get, notFound, ok, pageOf } from '../endpoint.ts';
import type { Item, Order } from '../market.ts';
import { nextId } from '../market.ts';
import type { Review } from './state.ts';

export type ReviewRefusal = 'not-now' | 'already-written' | 'wrong-rate';

/** After delivery, once for each order. */
export const writeReview = (
  world: World,
  order: Order,
  words: { rate: number; title: string; content: string },
): Review | { refused: ReviewRefusal } => {
  const { reviews } = world.market.afterSale;
  if (world.market.shipments[String(order.shipment_id)]?.status !== 'delivered')
    return { refused: 'not-now' };
  if (reviews.some((review) => review.order_id === order.id)) return { refused: 'already-written' };
  if (!Number.isInteger(words.rate) || words.rate < 1 || words.rate > 5) return { refused: 'wrong-rate' };
  const review: Review = {
    id: nextId(world.market, 'review'),
    order_id: order.id,
    item_id: order.item_id,
    ...words,
    buying_date: order.date_created,
    date_created: world.clock.now().toISOString(),
  };
  reviews.push(review);
  world.changed();
  return review;
};

/** Items of one product share their reviews. */
const reviewsOf = (world: World, item: Item): Review[] =>
  world.market.afterSale.reviews.filter((review) => {
    const other = world.market.items[review.item_id];
    return (
      review.item_id === item.id ||
      (item.user_product_id !== null && other?.user_product_id === item.user_product_id)
    );
  });

const second = (iso: string): string => `${iso.slice(0, 19)}Z`;

const viewReview = (review: Review) => ({
  id: review.id,
  reviewable_object: { object: 'product', id: review.item_id },
  date_created: second(review.date_created),
  status: 'published',
  title: review.title,
  content: review.content,
  rate: review.rate,
  valorization: 0,
  likes: 0,
  dislikes: 0,
  reviewer_id: 0,
  buying_date: second(review.buying_date),
  relevance: 0,
  forbidden_words: 0,
});

const stars = ['one_star', 'two_star', 'three_star', 'four_star', 'five_star'];

const averageOf = (reviews: Review[]): number =>
  reviews.length === 0
    ? 0
    : Math.round((reviews.reduce((sum, { rate }) => sum + rate, 0) / reviews.length) * 10) / 10;

/** Reviews of any seller's item may be read. */
const listReviews = (call: Call): Answer => {
  const item = call.world.market.items[call.params.id ?? ''];
  if (item === undefined) throw notFound(`Item ${call.params.id} not found`);
  const { offset, limit } = pageOf(call.query, 5, 100);
  const reviews = reviewsOf(call.world, item).toReversed();
  return ok({
    paging: {
      total: reviews.length,
      limit,
      offset,
      reviews_with_comment: reviews.filter(({ content }) => content !== '').length,
    },
    reviews: reviews.slice(offset, offset + limit).map(viewReview),
    rating_average: averageOf(reviews),
    rating_levels: Object.fromEntries(
      stars.map((name, index) => [name, reviews.filter(({ rate }) => rate === index + 1).length]),
    ),
    helpful_reviews: {},
    attributes: [],
  });
};

export const reviewEndpoints: Endpoint[] = [get('/reviews/item/:id', listReviews)];
