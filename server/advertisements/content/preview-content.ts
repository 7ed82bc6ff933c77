import type { advertisements } from '#contract/advertisements/advertisement.ts';
import {
  type ContentChange,
  type ContentDifference,
  type ContentPreview,
  type ContentRow,
  cutAround,
} from '#contract/advertisements/content-change.ts';
import { contentFieldOf, previewRows } from '#contract/advertisements/content-field.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { RemoteCall } from '#server/http/route.ts';
import type { Content, ContentTarget, Picture } from './content.queries.ts';
import { changedContent, type Plan, planner, planSafely } from './content-plan.ts';
import { findTargets } from './content-targets.ts';

/** Targets that are planned at once: each may read a category of its own. */
const together = 8;
/** Names per reason for which rows are left out. */
const namesLeftOut = 3;

type Planned = { target: ContentTarget; plan: Plan };

/** Nothing is wrong with these: the change is not about them. */
const leavesOut = (code: ErrorCode) => code === 'nothing_to_change' || code === 'attribute_not_in_category';

const codeIn = (plan: Plan) => ('refused' in plan ? plan.refused : null);

/** Previews a change of content, row by row. */
export async function previewContent(
  call: RemoteCall<typeof advertisements.previewContent>,
): Promise<ContentPreview> {
  const { change, own, page, ...selection } = call.body;
  const found = await call.read((tx) => findTargets(tx, selection, { change, own }));
  const plan = planner(call, change, found.added);
  const planned: Planned[] = [];
  for (let at = 0; at < found.targets.length; at += together) {
    const some = found.targets.slice(at, at + together);
    planned.push(
      ...(await Promise.all(
        some.map(async (target) => ({ target, plan: await planSafely(() => plan(target)) })),
      )),
    );
  }
  const changing = planned.filter((one) => codeIn(one.plan) === null);
  const refused = planned.filter((one) => {
    const code = codeIn(one.plan);
    return code !== null && !leavesOut(code);
  });
  const rows = [...refused, ...changing];
  return {
    selected: found.selected,
    advertisements: new Set(changing.map(({ target }) => target.advertisement.id)).size,
    changing: changing.length,
    refused: refused.length,
    leftOut: leftOutOf(planned, found.unpublished),
    items: rows
      .slice((page - 1) * previewRows, page * previewRows)
      .map((row) => rowOf(row, change, found.added)),
    page,
    pages: Math.max(1, Math.ceil(rows.length / previewRows)),
  };
}

function leftOutOf(planned: readonly Planned[], unpublished: readonly string[]): ContentPreview['leftOut'] {
  const byCode = (code: ErrorCode) =>
    planned.filter(({ plan }) => codeIn(plan) === code).map(({ target }) => nameOf(target));
  const reasons: [ErrorCode, readonly string[]][] = [
    ['not_published', unpublished],
    ['attribute_not_in_category', byCode('attribute_not_in_category')],
    ['nothing_to_change', byCode('nothing_to_change')],
  ];
  return reasons
    .filter(([, names]) => names.length > 0)
    .map(([code, names]) => ({ code, count: names.length, names: names.slice(0, namesLeftOut) }));
}

/** A publication with its account. */
export const nameOf = ({ name, publication }: ContentTarget): string =>
  publication ? `${name} · ${publication.account.name}` : name;

function rowOf({ target, plan }: Planned, change: ContentChange, added: Picture | null): ContentRow {
  const { advertisement, publication, name } = target;
  const isRefused = 'refused' in plan;
  return {
    advertisement,
    publication: publication && { id: publication.id, name },
    account: publication && { id: publication.account.id, name: publication.account.name },
    ...differenceOf(target, plan, change, added),
    refused: isRefused ? plan.refused : null,
    limit: isRefused ? plan.limit : null,
  };
}

/** What is refused is shown as it would be. */
function differenceOf(
  target: ContentTarget,
  plan: Plan,
  change: ContentChange,
  added: Picture | null,
): ContentDifference {
  const next = changedContent(target, change, added)?.after ?? {};
  switch (contentFieldOf(change)) {
    case 'title':
      return { before: target.name, after: next.name ?? null, pictures: null };
    case 'description':
      return { ...cutAround(target.description, next.description ?? target.description), pictures: null };
    case 'pictures': {
      const known = new Map([...target.pictures, ...(added ? [added] : [])].map((one) => [one.id, one]));
      const after = (next.images ?? []).flatMap((id) => known.get(id) ?? []);
      return { before: '', after: '', pictures: { before: target.pictures, after } };
    }
    case 'attribute': {
      const valueIn = (attributes: Content['attributes'] = []) =>
        attributes
          .filter(({ id }) => id === plan.attribute)
          .map(({ valueName }) => valueName)
          .join(', ');
      const after = 'refused' in plan ? null : valueIn(plan.after.attributes);
      return { before: valueIn(target.attributes), after, pictures: null };
    }
  }
}
