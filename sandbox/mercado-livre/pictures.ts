import sharp from 'sharp';
import { fieldsOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { Call, Endpoint, UploadedFile } from './endpoint.ts';
import { cause, forbidden, get, invalid, notFound, ok, post, refuse } from './endpoint.ts';
import type { DraftPicture } from './item-draft.ts';
import { itemChanged } from './item-stock.ts';
import type { Item, Picture } from './market.ts';
import { nextId } from './market.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const MIN_SIDE = 500;
const DOWNLOAD_WITHIN_MS = 5_000;
const types: Record<string, string> = { jpeg: 'image/jpeg', jpg: 'image/jpeg', png: 'image/png' };

export const pictureUrl = (world: World, id: string): string =>
  `${world.url}/mercado-livre-pictures/D_${id}-O`;

export const viewPicture = (world: World, id: string) => {
  const picture = world.market.pictures[id];
  const size = picture === undefined || picture.state !== 'ready' ? '' : `${picture.width}x${picture.height}`;
  const url = pictureUrl(world, id);
  return { id, url, secure_url: url, size, max_size: size, quality: '' };
};

const newPicture = (world: World, sellerId: number, source: string | null): Picture => {
  const month = world.clock.now().toISOString().slice(0, 7).split('-').toReversed().join('');
  const id = `${nextId(world.market, 'picture')}-MLB${sellerId % 100_000}_${month}`;
  const picture: Picture = {
    id,
    seller_id: sellerId,
    source,
    state: 'pending',
    width: 0,
    height: 0,
    content_type: 'image/jpeg',
  };
  world.market.pictures[id] = picture;
  return picture;
};

/** Null when the bytes are a picture the marketplace takes; otherwise why not. */
const takeBytes = async (world: World, picture: Picture, bytes: Buffer): Promise<string | null> => {
  if (bytes.length > MAX_BYTES) return 'The picture exceeds the maximum size of 10 MB.';
  const found = await sharp(bytes)
    .metadata()
    .catch(() => null);
  const type = types[found?.format ?? ''];
  if (found === null || type === undefined) return 'The picture format is not supported. Use JPG or PNG.';
  if (Math.max(found.width, found.height) < MIN_SIDE) {
    return 'The photos must have a minimum size of 500 pixels on at least one side.';
  }
  picture.width = found.width;
  picture.height = found.height;
  picture.content_type = type;
  picture.state = 'ready';
  world.pictures.put(picture.id, bytes);
  world.changed();
  return null;
};

/** A picture that its seller uploaded in the marketplace's pages; returns its id. */
export const keepPicture = async (world: World, sellerId: number, bytes: Buffer): Promise<string> => {
  const picture = newPicture(world, sellerId, null);
  await takeBytes(world, picture, bytes);
  return picture.id;
};

const download = async (world: World, picture: Picture): Promise<void> => {
  try {
    const response = await fetch(picture.source ?? '', { signal: AbortSignal.timeout(DOWNLOAD_WITHIN_MS) });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok || (await takeBytes(world, picture, bytes)) !== null) picture.state = 'failed';
  } catch {
    picture.state = 'failed';
  }
};

const waitingForPictures = (item: Item): boolean => item.sub_status.includes('picture_download_pending');

/** An item is paused until its pictures are loaded; then it becomes active, or after a failure under review. */
const settlePictures = (world: World, item: Item): void => {
  if (!waitingForPictures(item)) return;
  const states = item.picture_ids.map((id) => world.market.pictures[id]?.state);
  if (states.includes('pending')) return;
  item.sub_status = [];
  item.status = states.includes('failed') ? 'under_review' : 'active';
  if (item.status === 'under_review') item.sub_status = ['waiting_for_patch'];
  itemChanged(world, item);
};

export const pausedForPictures = (world: World, item: Item): void => {
  const pending = item.picture_ids
    .map((id) => world.market.pictures[id])
    .filter((picture) => picture !== undefined && picture.state === 'pending');
  if (pending.length === 0) return;
  if (item.status === 'active') {
    item.status = 'paused';
    item.sub_status = ['picture_download_pending'];
  }
  if (!world.fetchPictures) return;
  for (const picture of pending) {
    if (picture !== undefined) void download(world, picture).then(() => settlePictures(world, item));
  }
};

export const finishPictures = (world: World, item: Item, good: boolean): void => {
  for (const id of item.picture_ids) {
    const picture = world.market.pictures[id];
    if (picture?.state === 'pending') picture.state = good ? 'ready' : 'failed';
  }
  settlePictures(world, item);
};

/** Ids for the pictures of a draft: known ones are kept, addresses become pictures to be fetched. */
export const adoptPictures = (world: World, sellerId: number, drafts: DraftPicture[]): string[] =>
  drafts.map((draft) => {
    if (draft.id !== null) {
      const known = world.market.pictures[draft.id];
      if (known !== undefined && known.seller_id === sellerId) return known.id;
      throw invalid([
        cause(
          204,
          'item.pictures.picture_not_found',
          'item.pictures',
          `Picture id ${draft.id} does not exist.`,
        ),
      ]);
    }
    return newPicture(world, sellerId, draft.source).id;
  });

const fileOf = (files: UploadedFile[]): UploadedFile => {
  const file = files.find((candidate) => candidate.field === 'file');
  if (file === undefined) throw refuse(400, 'bad_request', 'The file part is required');
  return file;
};

const upload = async (call: Call) => {
  const picture = newPicture(call.world, call.caller.id, null);
  const refused = await takeBytes(call.world, picture, fileOf(call.files).bytes);
  if (refused !== null) {
    delete call.world.market.pictures[picture.id];
    const code = refused.includes('500 pixels')
      ? 'item.pictures.invalid_size'
      : 'item.pictures.invalid_format';
    throw invalid([cause(3703, code, 'file', refused, 'pictures')]);
  }
  const view = viewPicture(call.world, picture.id);
  const variations = ['O', 'F', 'I'].map((suffix) => ({ ...view, url: view.url.replace(/O$/, suffix) }));
  return ok(
    { id: picture.id, variations, max_size: view.max_size, dominant_color: null, quality: 'good' },
    201,
  );
};

const addToItem = (call: Call) => {
  const item = call.world.market.items[call.params.id ?? ''];
  if (item === undefined) throw notFound(`Item with id ${call.params.id} not found`);
  if (item.seller_id !== call.caller.id) throw forbidden();
  const id = textOf(fieldsOf(call.body).id);
  const [adopted] = adoptPictures(call.world, call.caller.id, [{ id: id ?? '', source: null }]);
  if (adopted !== undefined && !item.picture_ids.includes(adopted)) item.picture_ids.push(adopted);
  itemChanged(call.world, item);
  return ok(viewPicture(call.world, adopted ?? ''));
};

export const pictureEndpoints: Endpoint[] = [
  post('/pictures/items/upload', upload),
  post('/items/:id/pictures', addToItem),
  get('/pictures/:id/errors', (call) => {
    const picture = call.world.market.pictures[call.params.id ?? ''];
    if (picture === undefined) throw notFound('Picture not found');
    const failed = picture.state === 'failed';
    return ok({
      id: picture.id,
      source: picture.source,
      message: failed ? 'The picture could not be downloaded' : null,
    });
  }),
];
