import type { api } from '#contract/index.ts';
import { handOver } from '#server/account/sign-in/session.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { enterByPin, readDoor } from './change-person.ts';
import { enrolStation, listStations, renameStation, revokeStation, unlockStation } from './station.ts';

export const stationRoutes: Handlers<typeof api.stations> = {
  list: ({ tx, actor }) => listStations(tx, actor),
  create: async ({ tx, actor, body, setStation, signOut }) => {
    const { id, token } = await enrolStation(tx, actor, body);
    setStation(token);
    signOut();
    return { id };
  },
  update: ({ tx, actor, params, body, version }) => renameStation(tx, actor, params.id, body.name, version),
  revoke: ({ tx, actor, params }) => revokeStation(tx, actor, params.id),
  unlock: ({ tx, actor, params }) => unlockStation(tx, actor, params.id),
  people: remote(({ transact, stationToken }) =>
    transact(async (tx) => ({ door: await readDoor(tx, stationToken) })),
  ),
  enter: remote(async (call) => {
    const { transact, stationToken, actor, body, address, userAgent } = call;
    const opened = await enterByPin(transact, stationToken, body, { address, userAgent }, actor);
    handOver(opened, 'cookie', call.signIn);
    if (stationToken !== undefined) call.setStation(stationToken);
  }),
};
