import type { Call } from './endpoint.ts';
import { forbidden, notFound } from './endpoint.ts';
import type { Shipment } from './market.ts';
import { releaseBuffered } from './shipping.ts';

export const ownShipment = (call: Call, id = call.params.id ?? ''): Shipment => {
  releaseBuffered(call.world);
  const shipment = call.world.market.shipments[id];
  if (shipment === undefined) throw notFound(`Shipment ${id} not found`);
  if (shipment.seller_id !== call.caller.id) throw forbidden();
  return shipment;
};
