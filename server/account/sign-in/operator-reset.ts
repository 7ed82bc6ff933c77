import { type Database, setScope } from '#server/db/transaction.ts';
import { auditEvent } from '#server/http/audit.ts';
import { endSessions, findUserByEmail, listMemberships } from './session.queries.ts';
import { removeSecondStep } from './two-step.ts';

/**
 * Removes the second step of a person whose identity the operator has verified, ends their sessions, and records it in each
 * of their businesses. False where nobody has this e-mail.
 */
export function resetSecondStep(database: Database, email: string): Promise<boolean> {
  return database.transact(null, async (tx) => {
    const person = await findUserByEmail(tx, email.trim().toLowerCase());
    if (!person) return false;
    await setScope(tx, { userId: person.id });
    await removeSecondStep(tx, person.id);
    await endSessions(tx, person.id, 'two-step reset by the operator');
    for (const { id: business } of await listMemberships(tx)) {
      await setScope(tx, { userId: person.id, businessId: business });
      await auditEvent(tx, { business, user: person.id, event: 'two_step.changed', entity: 'operator' });
    }
    return true;
  });
}
