import { expect, it } from 'vitest';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import { type VolumeAct, volumeActs, volumeStates } from '#contract/inventory/volume-states.ts';
import { makeShelf, makeVolume, makeWarehouse } from '#server/inventory/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');
const shelf = await makeShelf(app, owner, 3);
const elsewhere = await makeWarehouse(owner);
const other = await makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
const {
  started: [balance],
} = await owner.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
const params = { id: shelf.volumeId };
const moving = { lines: [{ lineId: shelf.lineId, quantity: 1 }] };

const acts: Record<VolumeAct, () => Promise<{ status: number; code: string }>> = {
  change: () => owner.refused(api.volumes.update, { params, body: { name: 'x' } }),
  replicate: () => owner.refused(api.volumes.replicate, { params, body: { copies: 1 } }),
  tag: () => owner.refused(api.volumes.tag, { params, body: { code: 'V1' } }),
  void: () => owner.refused(api.volumes.remove, { params }),
  launch: () => owner.refused(api.volumes.launch, { params, body: { positionId: shelf.positionId } }),
  unlaunch: () => owner.refused(api.volumes.unlaunch, { params, body: { reason: 'x' } }),
  move: () => owner.refused(api.volumes.move, { params, body: { positionId: shelf.otherPositionId } }),
  moveProducts: () =>
    owner.refused(api.volumes.moveProducts, { params, body: { ...moving, targetId: other.id } }),
  receiveProducts: () =>
    owner.refused(api.volumes.moveProducts, {
      params: { id: other.id },
      body: {
        lines: [{ lineId: other.lines[0]?.id ?? 0, quantity: 1 }],
        targetId: shelf.volumeId,
      },
    }),
  adjust: () =>
    owner.refused(api.volumes.adjust, {
      params,
      body: { variationId: shelf.variationId, quantity: 1, reason: 'x' },
    }),
  confirmEmpty: () => owner.refused(api.volumes.zeroCheck, { params, body: { empty: true } }),
  denyEmpty: () => owner.refused(api.volumes.zeroCheck, { params, body: { empty: false } }),
  startBalance: () => owner.refused(api.balances.start, { body: { volumeId: shelf.volumeId } }),
  endBalance: () =>
    owner.refused(api.balances.count, {
      params: { id: balance?.id ?? 0 },
      body: { lines: [{ variationId: shelf.variationId, quantity: 3 }] },
    }),
  block: () => owner.refused(api.volumes.block, { params, body: { reason: 'x' } }),
  unblock: () => owner.refused(api.volumes.unblock, { params, body: {} }),
  writeOff: () => owner.refused(api.volumes.writeOff, { params, body: { cause: 'damaged', reason: 'x' } }),
  returnToVendor: () => owner.refused(api.vendorReturns.create, { body: { volumeIds: [shelf.volumeId] } }),
  archive: () => owner.refused(api.volumes.archive, { params, body: {} }),
  transfer: () =>
    owner.refused(api.volumes.transfer, {
      params,
      body: { warehouseId: elsewhere.warehouseId, reason: 'x' },
    }),
  arrive: () =>
    owner.refused(api.volumes.arrive, {
      params,
      body: { code: shelf.code, positionId: shelf.positionId },
    }),
};

it('a volume refuses every act that its state table does not allow, and is unchanged', async () => {
  const digest = async () => {
    const [volume, stock, history] = await Promise.all([
      owner.call(api.volumes.detail, { params }),
      owner.call(api.stock.detail, { params: { id: shelf.stockId } }),
      owner.call(api.volumes.events, { params }),
    ]);
    return JSON.stringify({ volume, stock, history });
  };
  for (const state of volumeStates) {
    await app.database.transact({ businessId: owner.businessId }, (tx) =>
      tx.db
        .updateTable('volumes')
        .set({
          state,
          position_id: state === 'in_transit' ? null : shelf.positionId,
          transfer_from_id: elsewhere.warehouseId,
          transferred_at: tx.now(),
        })
        .where('id', '=', shelf.volumeId)
        .execute(),
    );
    const before = await digest();
    for (const verb of Object.keys(volumeActs) as VolumeAct[]) {
      if (canAct(volumeActs, verb, state)) continue;
      const code = verb === 'returnToVendor' ? 'volume_not_blocked' : 'state_conflict';
      expect({ state, verb, ...(await acts[verb]()) }).toMatchObject({ status: 409, code });
    }
    expect(await digest()).toBe(before);
  }
});
