import { auth } from '#contract/account/auth.ts';
import { call } from './api.ts';
import { paths } from './paths.ts';
import { endSession, renewSession } from './session.ts';
import { forgetDrafts } from './ui/form/drafts.ts';

export async function signOut(): Promise<void> {
  forgetDrafts();
  await call(auth.signOut, { body: {} }).catch(() => undefined);
  endSession();
}

/** Loads a new page, so that nothing of the former person is left in it. */
export async function leaveStation(): Promise<void> {
  await signOut();
  window.location.assign(paths.account.station());
}

/** Switches to another of the person's businesses; false if the server refused. */
export async function switchBusiness(id: number): Promise<boolean> {
  const done = await call(auth.switchBusiness, { body: { businessId: id } }).then(
    () => true,
    () => false,
  );
  if (done) {
    forgetDrafts();
    await renewSession();
  }
  return done;
}
