import type { PlanName } from '#contract/billing/plan.ts';
import type { App } from '#server/app.ts';

/** Sets the plan of a business from now on, replacing the former one. */
export function givePlan(app: App, businessId: number, plan: PlanName): Promise<void> {
  return app.database.transact({ businessId }, async (tx) => {
    await tx.db
      .updateTable('businesses')
      .set({ plan, plan_since: tx.now(), next_plan: null, next_plan_on: null })
      .where('id', '=', businessId)
      .execute();
    await tx.db.insertInto('plan_changes').values({ business_id: businessId, plan, at: tx.now() }).execute();
  });
}
