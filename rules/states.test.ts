import { describe, expect, test } from 'vitest';
import { publicationActs } from '#contract/advertisements/publication-states.ts';
import { companyActs } from '#contract/business/company-states.ts';
import { importActs } from '#contract/business/import/import-states.ts';
import { dropinvoiceActs } from '#contract/dropshipping/dropinvoice-states.ts';
import { balanceActs } from '#contract/inventory/balance-states.ts';
import { volumeActs } from '#contract/inventory/volume-states.ts';
import { accountActs } from '#contract/marketplaces/marketplace-account-states.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import { pickingActs } from '#contract/orders/picking-states.ts';

/**
 * The grids of the areas ask whether the rules follow their tables; this asks whether the tables are those that were
 * decided. An edge more or less is a decision, and stands here as well.
 */
type Edges = Record<string, string>;

function edgesOf(table: Record<string, { from: readonly string[]; to?: string }>): Edges {
  return Object.fromEntries(
    Object.entries(table).map(([verb, { from, to }]) => [
      verb,
      `${from.join(' ')}${to === undefined ? '' : ` → ${to}`}`,
    ]),
  );
}

describe('tables of states', () => {
  test('a sale', () => {
    expect(edgesOf(orderActs)).toEqual({
      cancel: 'waiting_payment waiting_separation waiting_approval pending picking waiting_collect',
      approvePayment: 'waiting_payment',
      approveCost: 'waiting_approval',
      substitute: 'waiting_separation waiting_approval',
      accept: 'waiting_approval',
      refuse: 'waiting_approval pending',
      startPicking: 'pending',
      beep: 'picking',
      countByHand: 'picking',
      resetBeeping: 'picking waiting_collect',
      cancelPicking: 'picking',
      confirmPacking: 'picking',
      printLabel: 'picking waiting_collect collected',
      printParcelLabel: 'picking waiting_collect',
      collect: 'waiting_collect',
      collectByHand: 'waiting_collect',
      send: 'waiting_collect collected',
      complete: 'sent',
    });
  });

  test('a volume', () => {
    expect(edgesOf(volumeActs)).toEqual({
      change: 'registered tagged',
      replicate: 'registered tagged',
      tag: 'registered → tagged',
      void: 'registered tagged → voided',
      launch: 'tagged → active',
      unlaunch: 'active → tagged',
      move: 'active blocked empty',
      moveProducts: 'active',
      receiveProducts: 'active empty → active',
      adjust: 'active empty',
      confirmEmpty: 'active → empty',
      denyEmpty: 'active → in_balance',
      startBalance: 'active empty → in_balance',
      endBalance: 'in_balance',
      block: 'active → blocked',
      unblock: 'blocked → active',
      writeOff: 'blocked → archived',
      archive: 'empty → archived',
      transfer: 'active in_transit → in_transit',
      arrive: 'in_transit → active',
    });
  });

  test('a picking list', () => {
    expect(edgesOf(pickingActs)).toEqual({
      assign: 'open in_progress',
      start: 'open → in_progress',
      beep: 'in_progress',
      takeByHand: 'in_progress',
      declareShort: 'in_progress',
      finish: 'in_progress → finished',
      acknowledge: 'in_progress finished canceled',
      cancel: 'open in_progress → canceled',
      putBack: 'in_progress finished canceled',
    });
  });

  test('a count', () => {
    expect(edgesOf(balanceActs)).toEqual({
      count: 'open recount',
      approve: 'waiting_approval → corrected',
      recount: 'waiting_approval → recount',
      cancel: 'open recount waiting_approval → canceled',
    });
  });

  test('an invoice', () => {
    expect(edgesOf(dropinvoiceActs)).toEqual({
      pay: 'pending → waiting_approval',
      editProof: 'waiting_approval → waiting_approval',
      approve: 'waiting_approval → complete',
      reject: 'waiting_approval → pending',
      receive: 'pending waiting_approval → complete',
      writeOff: 'pending → complete',
    });
  });

  test('an import', () => {
    expect(edgesOf(importActs)).toEqual({
      check: 'matching checked stopped → checking',
      apply: 'checked → applying',
      cancel: 'matching checking checked stopped → canceled',
    });
  });

  test('a trade link, an account, a publication', () => {
    expect(edgesOf(companyActs)).toEqual({
      accept: 'requested → active',
      block: 'requested active → blocked',
      unblock: 'blocked → active',
    });
    expect(edgesOf(accountActs)).toEqual({
      connect: 'disconnected connected → connected',
      disconnect: 'connected → disconnected',
      sync: 'connected → connected',
      remove: 'connected disconnected → disconnected',
    });
    expect(edgesOf(publicationActs)).toEqual({
      update: 'publishing active paused under_review failed',
      pause: 'active paused',
      activate: 'paused',
      close: 'active paused under_review failed',
      retry: 'failed publishing active paused under_review',
      republish: 'closed',
      sync: 'active paused under_review',
    });
  });
});
