import { addMinutes } from '#contract/dates.ts';
import type { App } from '#server/app.ts';
import { billBusiness } from '#server/billing/night.ts';
import { choosePlan } from '#server/billing/plan.ts';
import type { Cast } from './people.ts';
import { play } from './stage.ts';

const day = 24 * 60;

/** A business with more than a few publications or pictures pays for them, from the first day on. */
export async function subscribe(app: App, cast: Cast, since: Date): Promise<void> {
  await play(app, async (stage) => {
    for (const { owner } of Object.values(cast)) {
      await stage.as(owner, since);
      await choosePlan(stage.tx, owner, 'pro');
    }
  });
}

/** The nights since then: a row for each month that is over, and one for the month that is not. */
export async function closeNights(app: App, cast: Cast, since: Date, appUrl: string): Promise<void> {
  const now = app.database.clock.now();
  await play(app, async (stage) => {
    for (const { owner } of Object.values(cast))
      for (let night = addMinutes(since, day); night <= now; night = addMinutes(night, 5 * day)) {
        await stage.as(owner, night);
        await billBusiness(stage.tx, owner.businessId, appUrl);
      }
  });
}
