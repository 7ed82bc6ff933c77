import { config } from 'zod';

/*
 * The content security policy forbids `eval`, which zod would try once for its compiled checks. Imported before the first
 * schema is made.
 */
config({ jitless: true });
