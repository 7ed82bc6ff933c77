import type { accountDoctors } from '#contract/marketplaces/account-doctor.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { catchUp, checkConnection, readDoctor } from './doctor.ts';

export const accountDoctorRoutes: Handlers<typeof accountDoctors> = {
  detail: ({ tx, params, outside }) => readDoctor(tx, params.id, outside),
  check: remote(checkConnection),
  listen: ({ tx, actor, params, outside }) => catchUp(tx, actor, params.id, outside),
};
