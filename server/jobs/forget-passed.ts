import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import type { Task } from './task.ts';

const fiveYears = 5 * 366;

/**
 * Days for which a row is kept after its end, by the function that deletes such rows. Sessions: access records are kept
 * for six months (Marco Civil da Internet, art. 15). Scans and documents of a sale: by then the times for claims and
 * chargebacks are over. Trail and histories: after five years no claim of a buyer (Código de Defesa do Consumidor, art.
 * 27) or of the tax office (Código Tributário Nacional, art. 174) is left.
 */
export const keptDays = {
  forget_idempotency_keys: 7,
  forget_authorization_requests: 7,
  forget_mail_tokens: 30,
  forget_webhook_deliveries: 30,
  forget_bank_rows: 90,
  forget_notifications: 90,
  forget_reservations: 90,
  forget_sessions: 180,
  forget_order_scans: 365,
  forget_order_sources: 365,
  forget_picking_scans: 365,
  forget_work_days: 365,
  forget_audit_entries: fiveYears,
  forget_order_events: fiveYears,
  forget_volume_events: fiveYears,
} as const;

const batchSize = 5000;

/** Nightly: deletes rows beyond their retention, batch by batch, each in its own transaction. */
export const forgetPassed: Task = async ({ unscoped }) => {
  for (const [name, days] of Object.entries(keptDays)) {
    for (let gone = batchSize; gone === batchSize; )
      gone = await unscoped(async (tx) => {
        const before = addMinutes(tx.now(), -days * 24 * 60);
        const { rows } = await sql<{
          gone: number;
        }>`select ${sql.ref(name)}(${before}, ${batchSize}) as gone`.execute(tx.db);
        return rows[0]?.gone ?? 0;
      });
  }
};
