import { expect } from '@playwright/test';
import { ask } from './screens.ts';
import { carry } from './touch.ts';
import { type Actor, expectAccessible, expectToast, fill, go, press } from './verbs.ts';

/** Positions directly in a warehouse. */
export function makeRows(owner: Actor, warehouseId: number, prefix: string, finalIndex: number) {
  return ask(owner, 'POST', '/inventory-locations', { warehouseId, prefix, initialIndex: 1, finalIndex });
}

/** The rows `W` of a warehouse in their order of walking. */
export async function walkOf(owner: Actor, warehouseId: number): Promise<string[]> {
  const path = `/inventory-locations?sort=walk&query=${encodeURIComponent(`warehouse:${warehouseId} area:W`)}`;
  const { items } = (await ask(owner, 'GET', path)) as { items: { code: string }[] };
  return items.map((item) => item.code);
}

/** Label of a position's handle: its code. */
const handle = ({ page }: Actor, code: string) => page.getByRole('button', { name: new RegExp(`^${code},`) });

/** The positions as the screen shows them. */
async function arranged({ page, words }: Actor) {
  const rows = page.getByRole('list', { name: words.inventory.walk.list }).getByRole('listitem');
  const texts = await rows.allInnerTexts();
  return {
    total: texts.length,
    placeOf: (code: string) => 1 + texts.findIndex((text) => text.includes(code)),
  };
}

async function save(actor: Actor): Promise<void> {
  await press(actor, actor.words.ui.act.save);
  await expectToast(actor, actor.words.inventory.successes['warehouses.arrange']);
}

/** Moves a position by one place with the keyboard, which announces it. */
export async function arrangeByKeys(actor: Actor, warehouseId: number, code: string): Promise<void> {
  const { page, words } = actor;
  const { walk } = words.inventory;
  await go(actor, `/supply/warehouse/${warehouseId}/walk`);
  await expect(handle(actor, code)).toBeVisible();
  await expectAccessible(actor);
  const { total, placeOf } = await arranged(actor);
  const place = placeOf(code);
  const say = (what: string, at: number) =>
    expect(page.getByText(fill(what, { code, place: at, total }))).toBeAttached();
  await handle(actor, code).focus();
  await page.keyboard.press('Space');
  await say(walk.lifted, place);
  await page.keyboard.press('ArrowDown');
  await say(walk.moved, place + 1);
  await page.keyboard.press('Space');
  await say(walk.dropped, place + 1);
  await save(actor);
}

/** Drags one position to the place of another. */
export async function arrangeByFinger(
  actor: Actor,
  warehouseId: number,
  [held, over]: readonly [string, string],
): Promise<void> {
  await go(actor, `/supply/warehouse/${warehouseId}/walk`);
  await expect(handle(actor, held)).toBeVisible();
  const { walk } = actor.words.inventory;
  const { total, placeOf } = await arranged(actor);
  await carry(actor, handle(actor, held), handle(actor, over), {
    lifted: fill(walk.lifted, { code: held, place: placeOf(held), total }),
    moved: fill(walk.moved, { code: held, place: placeOf(over), total }),
  });
  await save(actor);
}
