import type { Answer } from '../../answer.ts';
import type { Fields } from '../../reading.ts';
import { isFields, listOf, numberOf, textOf } from '../../reading.ts';
import type { World } from '../../world.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { get, invalid, ok, post, wholeIn } from '../endpoint.ts';
import type { Comment, Order } from '../market.ts';
import { nextId, secondsOf } from '../market.ts';

const MAX_REPLY = 500;
const KEPT = 1_000;

export type CommentRefusal = 'not-now' | 'already-written' | 'wrong-rate';

/** After delivery, for the first line of the order. */
export const writeComment = (
  world: World,
  order: Order,
  words: { rate: number; text: string },
): Comment | { refused: CommentRefusal } => {
  const [line] = order.lines;
  const { comments } = world.shopee;
  if (line === undefined || !['TO_CONFIRM_RECEIVE', 'COMPLETED'].includes(order.order_status))
    return { refused: 'not-now' };
  if (comments.some(({ order_sn: sn }) => sn === order.order_sn)) return { refused: 'already-written' };
  if (!Number.isInteger(words.rate) || words.rate < 1 || words.rate > 5) return { refused: 'wrong-rate' };
  const comment: Comment = {
    comment_id: nextId(world.shopee, 'comment'),
    shop_id: order.shop_id,
    order_sn: order.order_sn,
    item_id: line.item_id,
    model_id: line.model_id,
    comment: words.text,
    rating_star: words.rate,
    buyer_username: order.buyer.username,
    create_time: world.clock.now().toISOString(),
    reply: null,
  };
  comments.push(comment);
  world.changed();
  return comment;
};

const viewComment = (comment: Comment): Fields => ({
  order_sn: comment.order_sn,
  comment_id: comment.comment_id,
  comment: comment.comment,
  buyer_username: comment.buyer_username,
  item_id: comment.item_id,
  model_id: comment.model_id,
  model_id_list: comment.model_id === 0 ? [] : [comment.model_id],
  create_time: secondsOf(comment.create_time),
  rating_star: comment.rating_star,
  editable: 'NOT_EDITABLE',
  hidden: false,
  media: { image_url_list: [], video_url_list: [] },
  ...(comment.reply !== null && {
    comment_reply: {
      reply: comment.reply.reply,
      hidden: false,
      create_time: secondsOf(comment.reply.create_time),
    },
  }),
});

const listComments = (call: ShopCall): Answer => {
  const size = wholeIn(call, 'page_size', { from: 1, to: 100 });
  const { cursor = '', item_id: item, comment_id: id } = call.query;
  const found = call.market.comments
    .filter(
      (comment) =>
        comment.shop_id === call.shop.shop_id &&
        (item === undefined || String(comment.item_id) === item) &&
        (id === undefined || String(comment.comment_id) === id),
    )
    .toReversed()
    .slice(0, KEPT)
    .filter((comment) => cursor === '' || comment.comment_id < Number(cursor));
  const page = found.slice(0, size);
  const more = found.length > size;
  return ok({
    item_comment_list: page.map(viewComment),
    more,
    next_cursor: more ? String(page.at(-1)?.comment_id) : '',
  });
};

const replyTo = (call: ShopCall, entry: Fields): Fields => {
  const id = numberOf(entry.comment_id) ?? 0;
  const text = (textOf(entry.comment) ?? '').trim();
  const comment = call.market.comments.find(
    (known) => known.comment_id === id && known.shop_id === call.shop.shop_id,
  );
  const failed = (error: string, message: string) => ({
    comment_id: id,
    fail_error: error,
    fail_message: message,
  });
  if (comment === undefined) return failed('product.error_not_exist', 'The comment does not exist.');
  if (text === '' || text.length > MAX_REPLY)
    return failed('product.error_param', 'The reply should have 1 to 500 characters.');
  if (comment.reply !== null) return failed('product.duplicate_request', 'The comment was already replied.');
  comment.reply = { reply: text, create_time: call.world.clock.now().toISOString() };
  call.world.changed();
  return { comment_id: id };
};

const reply = (call: ShopCall): Answer => {
  const list = listOf(call.body.comment_list).filter(isFields);
  if (list.length === 0 || list.length > 100) throw invalid('comment_list limit [1,100].');
  return ok({ result_list: list.map((entry) => replyTo(call, entry)) });
};

export const commentEndpoints: Endpoint[] = [
  get('/product/get_comment', listComments),
  post('/product/reply_comment', reply),
];
