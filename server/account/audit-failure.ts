import { z } from 'zod';
import { setScope } from '#server/db/transaction.ts';
import { auditEvent } from '#server/http/audit.ts';
import type { Task } from '#server/jobs/task.ts';
import { chooseBusiness, findUserByEmail } from './session.queries.ts';

const payloadSchema = z.object({ email: z.string() });

/**
 * A wrong password stands in the audit trail of the business that its person works in. As a job: the answer to a wrong
 * password takes the same time whether the e-mail is known or not.
 */
export const auditFailureTask: Task = async ({ unscoped }, payload) => {
  const { email } = payloadSchema.parse(payload);
  await unscoped(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    await setScope(tx, { userId: user.id });
    const business = await chooseBusiness(tx, user.id);
    if (business === null) return;
    await setScope(tx, { userId: user.id, businessId: business });
    await auditEvent(tx, { business, user: user.id, event: 'sign_in.failed', entity: null });
  });
};
