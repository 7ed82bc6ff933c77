import { config, z } from 'zod';

/*
 * The content security policy forbids `eval`, which zod would try once for its compiled checks. In the browser
 * schemas import zod from here (`zodWithoutEval` in tools/web-plugins.ts), so this runs before the first one is made.
 */
config({ jitless: true });

export { z };
