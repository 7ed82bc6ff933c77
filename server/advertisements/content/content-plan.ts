import {
  type ContentChange,
  changeDescription,
  changePictures,
  changeTitle,
} from '#contract/advertisements/content-change.ts';
import { contentFieldOf } from '#contract/advertisements/content-field.ts';
import {
  isDescriptionShort,
  isTitleShort,
  longestDescription,
  longestTitle,
  mostPictures,
} from '#contract/advertisements/content-limits.ts';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { foldName, isUnlisted } from '#contract/marketplaces/listed-value.ts';
import type { CategoryAttribute, CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { nameListed } from '#server/advertisements/publication/listed-attributes.ts';
import { Fault } from '#server/fault.ts';
import type { AccountContext } from '#server/marketplaces/account-access.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import { categorySettings, type OpenAccount } from '#server/marketplaces/marketplace-category.ts';
import type { Content, ContentTarget, Picture } from './content.queries.ts';

/** The value of an attribute as one marketplace knows it. */
type Attribute = { attribute: CategoryAttribute; value: AttributeValue };
/** `named` is null if the category does not have the attribute. */
type Setting = { category: CategorySettings; named: Attribute | null };

export type Plan = ({ before: Content; after: Content } | { refused: ErrorCode; limit: number | null }) & {
  /** The id of the attribute that the change is about, if the category has it. */
  attribute?: string;
};

const refused = (code: ErrorCode, limit: number | null = null): Plan => ({ refused: code, limit });

/** Title, description or pictures after the change; null if they stay as they are. */
export function changedContent(
  target: ContentTarget,
  change: ContentChange,
  added: Picture | null,
): { before: Content; after: Content } | null {
  switch (contentFieldOf(change)) {
    case 'title': {
      const name = changeTitle(change, target.name);
      return name === target.name ? null : { before: { name: target.name }, after: { name } };
    }
    case 'description': {
      const description = changeDescription(change, target.description);
      if (description === target.description) return null;
      return { before: { description: target.description }, after: { description } };
    }
    case 'pictures': {
      const idsOf = (pictures: readonly Picture[]) => pictures.map(({ id }) => id);
      const [before, after] = [target.pictures, changePictures(change, target.pictures, added)].map(idsOf);
      return String(before) === String(after)
        ? null
        : { before: { images: before }, after: { images: after } };
    }
    case 'attribute':
      return null;
  }
}

/**
 * Plans a change of one target: its content before and after, or why it is refused. Settings of a category are read
 * once for all targets of a plan.
 */
export function planner(context: AccountContext, change: ContentChange, added: Picture | null) {
  const settings = new Map<string, Promise<Setting>>();
  const settingOf = (account: OpenAccount, category: string) => {
    const key = `${account.id} ${category}`;
    const known = settings.get(key) ?? readSetting(context, account, category, change);
    settings.set(key, known);
    return known;
  };
  return async (target: ContentTarget): Promise<Plan> => {
    const { publication } = target;
    const isOfAttribute = change.kind === 'attribute_set';
    const next = changedContent(target, change, added);
    if (!next && (!isOfAttribute || !publication)) return refused('nothing_to_change');
    if (!publication) return next ? judgeOwn(next) : refused('nothing_to_change');
    if (!publication.connected) return refused('account_disconnected');
    const early = next && judgeBefore(context, target, publication, next.after);
    if (early) return early;
    const setting = await settingOf(publication.account, publication.category);
    if (!next && setting.named)
      return { ...setAttribute(target, setting.named), attribute: setting.named.attribute.id };
    if (!next) return refused('attribute_not_in_category');
    return judgeBy(setting.category, next, target.name);
  };
}

async function readSetting(
  context: AccountContext,
  account: OpenAccount,
  id: string,
  change: ContentChange,
): Promise<Setting> {
  const category = await categorySettings(context, account, id);
  if (change.kind !== 'attribute_set') return { category, named: null };
  const wanted = foldName(change.attribute);
  const attribute = category.attributes.find(
    (one) => foldName(one.name) === wanted || foldName(one.id) === wanted,
  );
  if (!attribute) return { category, named: null };
  const typed = { id: attribute.id, name: attribute.name, valueId: null, valueName: change.value };
  const [value = typed] = await nameListed(context, account, category, [typed]);
  return { category, named: { attribute, value } };
}

function judgeOwn(next: { before: Content; after: Content }): Plan {
  const { name, images } = next.after;
  if (name === '') return refused('title_empty');
  if (name && name.length > longestTitle) return refused('title_too_long', longestTitle);
  if (tooLong(next.after, longestDescription)) return refused('description_too_long', longestDescription);
  if (images && images.length > mostPictures) return refused('too_many_pictures', mostPictures);
  return next;
}

const tooLong = ({ description = '' }: Content, limit: number) => description.length > limit;

/** Refusals that need no call to the marketplace. */
function judgeBefore(
  { outside }: AccountContext,
  target: ContentTarget,
  { account, listed, sold }: NonNullable<ContentTarget['publication']>,
  after: Content,
): Plan | null {
  const able = capabilitiesOf(outside, account);
  const limit = Math.min(longestDescription, able.longestDescription);
  if (after.name === '') return refused('title_empty');
  if (after.name && listed && sold && able.titleEndsWithSale) return refused('title_ends_with_sale');
  if (tooLong(after, limit)) return refused('description_too_long', limit);
  // The marketplace has the pictures of a linked ad, and would lose those that are not here.
  if (after.images && listed && target.pictures.length === 0) return refused('pictures_not_here');
  if (after.images?.length === 0) return refused('last_picture');
  return null;
}

function judgeBy(category: CategorySettings, next: { before: Content; after: Content }, title: string): Plan {
  const { name = title, description, images = [] } = next.after;
  if (name.length > category.maxTitleLength) return refused('title_too_long', category.maxTitleLength);
  if (next.after.name !== undefined && isTitleShort({ name }, category))
    return refused('title_too_short', category.minTitleLength);
  if (description !== undefined && isDescriptionShort({ name, description }, category))
    return refused('description_too_short', category.minDescriptionLength);
  if (images.length > category.maxPictures) return refused('too_many_pictures', category.maxPictures);
  return next;
}

/** The value replaces all former ones of the attribute. */
function setAttribute(target: ContentTarget, { attribute, value }: Attribute): Plan {
  const isVarying = [attribute.id, attribute.name].some((one) =>
    target.publication?.varying.includes(one.toLowerCase()),
  );
  if (isVarying) return refused('attribute_of_variations');
  if (isUnlisted(attribute, value)) return refused('attribute_not_listed');
  const before = target.attributes;
  const at = before.findIndex(({ id }) => id === attribute.id);
  const others = before.filter(({ id }) => id !== attribute.id);
  const after = others.toSpliced(at < 0 ? others.length : at, 0, value);
  const keyOf = (one: AttributeValue) => one.valueId ?? one.valueName;
  const former = before.filter(({ id }) => id === attribute.id);
  if (former.length === 1 && former.every((one) => keyOf(one) === keyOf(value)))
    return refused('nothing_to_change');
  return { before: { attributes: before }, after: { attributes: after } };
}

/** The reason of a refused update, in the words of a change of many. */
export function codeOf({ code, fields = {} }: Fault): ErrorCode {
  if (code === 'stale_version') return 'changed_since';
  if (code !== 'invalid') return code;
  if (fields.name === 'ends_with_sale') return 'title_ends_with_sale';
  if (fields.name) return fields.name === 'too_short' ? 'title_too_short' : 'title_too_long';
  if (fields.description)
    return fields.description === 'too_short' ? 'description_too_short' : 'description_too_long';
  if (fields.images) return typeof fields.images === 'string' ? 'too_many_pictures' : 'picture_gone';
  if (fields.variations) return 'variation_refused';
  const ofAttributes = typeof fields.attributes === 'object' ? Object.values(fields.attributes) : [];
  return ofAttributes.includes('not_listed') ? 'attribute_not_listed' : 'invalid';
}

/** A category that cannot be read refuses its own targets only. */
export async function planSafely(plan: () => Promise<Plan>): Promise<Plan> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof Fault) return refused(error.code);
    throw error;
  }
}
