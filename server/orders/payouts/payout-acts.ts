import { sql } from 'kysely';
import { dayOf } from '#contract/dates.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { payouts } from '#contract/orders/payout.ts';
import { resultOf } from '#contract/orders/sale-result.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { readMoneyFacts } from '#server/orders/order-list.ts';
import { type CheckedSale, expectedOf, ownFreightOf } from './check-sales.ts';
import { lockPayouts, requireAccount } from './payout-account.ts';
import { checkMonth, figuresOf, firstDayOf, isOver } from './payout-month.ts';

type Month = BodyOf<typeof payouts.close>;

/** Accepts the differences that the month has now; one that it has no more is left out. */
export async function acceptFindings(
  tx: Tx,
  actor: Actor,
  { accountId, month, keys, note }: BodyOf<typeof payouts.accept>,
): Promise<{ month: string }> {
  await lockOpenMonth(tx, actor, { accountId, month });
  const { findings } = await checkMonth(tx, accountId, month);
  const chosen = findings.filter(({ key, accepted }) => accepted === null && keys.includes(key));
  if (chosen.length > 0) {
    await removeAcceptances(
      tx,
      chosen.map(({ key }) => key),
    );
    await tx.db
      .insertInto('payout_acceptances')
      .values(
        chosen.map(({ key, orderId, differenceCentavos }) => ({
          ...{ business_id: actor.businessId, order_id: orderId },
          line_id: orderId === null ? idOf(key) : null,
          ...{ difference_centavos: differenceCentavos, note, user_id: actor.userId, at: tx.now() },
        })),
      )
      .execute();
  }
  tx.changed(actor.businessId, 'payouts');
  return { month };
}

const idOf = (key: string) => Number(key.slice(key.indexOf('-') + 1));

async function removeAcceptances(tx: Tx, keys: readonly string[]): Promise<void> {
  const ids = (kind: string) => keys.filter((key) => key.startsWith(kind)).map(idOf);
  await tx.db
    .deleteFrom('payout_acceptances')
    .where(sql<boolean>`order_id = any(${ids('sale')}::bigint[]) or line_id = any(${ids('line')}::bigint[])`)
    .execute();
}

export async function withdrawAcceptances(
  tx: Tx,
  actor: Actor,
  { accountId, month, keys }: BodyOf<typeof payouts.withdraw>,
): Promise<{ month: string }> {
  await lockOpenMonth(tx, actor, { accountId, month });
  const { findings } = await checkMonth(tx, accountId, month);
  const chosen = findings.filter(({ key, accepted }) => accepted !== null && keys.includes(key));
  await removeAcceptances(
    tx,
    chosen.map(({ key }) => key),
  );
  tx.changed(actor.businessId, 'payouts');
  return { month };
}

export async function closeMonth(tx: Tx, actor: Actor, { accountId, month }: Month) {
  await lockOpenMonth(tx, actor, { accountId, month });
  if (!isOver(month, dayOf(tx.now()))) fail('state_conflict');
  const checked = await checkMonth(tx, accountId, month);
  const { findings, paid, missing } = checked;
  if (findings.some(({ accepted }) => accepted === null)) fail('payout_findings_open');
  await keepPaid(tx, [...paid, ...missing]);
  await tx.db
    .insertInto('payout_months')
    .values({
      ...{ business_id: actor.businessId, account_id: accountId, month: firstDayOf(month) },
      ...{ user_id: actor.userId, at: tx.now(), figures: JSON.stringify(figuresOf(checked)) },
    })
    .execute();
  tx.changed(actor.businessId, 'payouts');
  return { month };
}

/**
 * What was released becomes the payout of the sales. The whole difference of a cart belongs to the sale that has its lines,
 * so that its sales together have what was released.
 */
async function keepPaid(tx: Tx, carts: readonly CheckedSale[]): Promise<void> {
  const paid = carts.flatMap((cart) =>
    cart.sales.map((sale) => {
      const difference = sale.id === cart.orderId ? cart.releasedCentavos - cart.expectedCentavos : 0;
      const centavos = expectedOf(sale) - ownFreightOf(sale) + difference;
      return { id: sale.id, centavos: centavos === resultOf(readMoneyFacts(sale)).payout ? null : centavos };
    }),
  );
  await sql`update orders o set paid_centavos = p.centavos
    from unnest(${paid.map(({ id }) => id)}::bigint[], ${paid.map(({ centavos }) => centavos)}::bigint[]) as p (id, centavos)
    where o.id = p.id and o.paid_centavos is distinct from p.centavos`.execute(tx.db);
}

export async function reopenMonth(tx: Tx, actor: Actor, { accountId, month }: Month) {
  await requireAccount(tx, accountId);
  await lockPayouts(tx, actor.businessId, accountId);
  const removed = await tx.db
    .deleteFrom('payout_months')
    .where('account_id', '=', accountId)
    .where('month', '=', firstDayOf(month))
    .returning('month')
    .executeTakeFirst();
  if (!removed) fail('state_conflict');
  const { paid, missing } = await checkMonth(tx, accountId, month);
  const ids = [...paid, ...missing].flatMap(({ sales }) => sales.map(({ id }) => id));
  await sql`update orders set paid_centavos = null
    where id = any(${ids}::bigint[]) and paid_centavos is not null`.execute(tx.db);
  tx.changed(actor.businessId, 'payouts');
  return { month };
}

/** Waits for an import that runs, and refuses a closed month. */
async function lockOpenMonth(tx: Tx, actor: Actor, { accountId, month }: Month): Promise<void> {
  await requireAccount(tx, accountId);
  await lockPayouts(tx, actor.businessId, accountId);
  const closed = await tx.db
    .selectFrom('payout_months')
    .select('month')
    .where('account_id', '=', accountId)
    .where('month', '=', firstDayOf(month))
    .executeTakeFirst();
  if (closed) fail('state_conflict');
}
