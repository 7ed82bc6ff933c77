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
 * A refusal before sign-in is written to the audit trail of the person's business; an unknown e-mail has no trail. It
 * is a job, so the answer takes the same time for known and unknown e-mails.
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
