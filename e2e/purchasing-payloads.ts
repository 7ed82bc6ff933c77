import type { poisoner } from './poisoner.ts';

type Row = { id: number };
type Approved = { printKey: string; lines: Row[] };

/** Purchasing records with a payload in every text. */
export async function writePurchasing(
  write: ReturnType<typeof poisoner>,
  variationId: number,
  warehouseId: number,
) {
  const supplier = (await write('suppliers.create', {
    body: { name: 'x', contacts: { create: [{ name: 'x', main: true }] } },
  })) as Row;
  await write('suppliers.update', { params: supplier, body: { name: 'x' } });
  const lines = { create: [{ variationId, quantity: 2, quantityPerVolume: 1, priceCentavos: 100 }] };
  const body = { supplierId: supplier.id, warehouseId, lines };
  const request = (await write('supplyRequests.create', { body })) as Row;
  await write('supplyRequests.update', { params: request, body: { notes: 'x' } });
  await write('supplyRequests.readRows', { body: { rows: [{ code: 'x', quantity: '1' }] } });
  const canceled = (await write('supplyRequests.create', { body })) as Row;
  await write('supplyRequests.cancel', { params: canceled, body: { reason: 'x' } });
  const receipt = (await write('supplyRequests.create', { body })) as Row;
  const approved = (await write('supplyRequests.approve', { params: receipt, body: {} })) as Approved;
  const said = { name: 'x', lines: [{ lineId: approved.lines[0]?.id ?? 0, quantity: 1, note: 'x' }] };
  await write('printableRequests.answer', { params: { uuid: approved.printKey }, body: said });
  await write('supplyRequests.advance', { params: receipt, body: { from: 'in_transport', reason: 'x' } });
  await write('supplyRequests.goBack', { params: receipt, body: { from: 'check_volumes', reason: 'x' } });
  const about = { requestId: receipt.id, kind: 'other', title: 'x' };
  const problem = (await write('reportedProblems.create', { body: about })) as Row;
  await write('reportedProblems.solve', { params: problem, body: { solution: 'x' } });
  return { supplier, request, receipt, printable: approved.printKey };
}
