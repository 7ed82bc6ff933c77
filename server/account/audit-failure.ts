import { z } from 'zod';
import { setScope } from '#server/db/transaction.ts';
import { auditEvent } from '#server/http/audit.ts';
import { securityEvents } from '#server/http/security-log.ts';
import type { Task } from '#server/jobs/task.ts';
import { chooseBusiness, findUserByEmail } from './sign-in/session.queries.ts';

const payloadSchema = z.object({
  email: z.string(),
  event: z.enum(securityEvents),
  endpoint: z.string(),
  request: z.string(),
  address: z.string().nullable().default(null),
});

/**
 * A refusal before anyone was signed in stands in the audit trail of the business that its person works in; an e-mail
 * that is nobody's has no trail. As a job: the answer takes the same time whether the e-mail is known or not.
 */
export const auditFailureTask: Task = async ({ unscoped }, payload) => {
  const { email, event, endpoint, request, address } = payloadSchema.parse(payload);
  await unscoped(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    await setScope(tx, { userId: user.id });
    const business = await chooseBusiness(tx, user.id);
    if (business === null) return;
    await setScope(tx, { userId: user.id, businessId: business });
    await auditEvent(tx, { business, user: user.id, event, entity: endpoint, request, address });
  });
};
