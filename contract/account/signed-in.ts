import { z } from 'zod';

/**
 * How the tokens travel: `cookie` (HttpOnly, the browser's way) or `header`: in the answer, for API clients
 * that keep them and send the access token in the configured header.
 */
export const carriedBy = z.enum(['cookie', 'header']).default('cookie');

/** `stage` otp: the second step is missing; `token` allows only that step and sign-out, and cannot be renewed. */
export const signedIn = z
  .object({
    stage: z.enum(['full', 'otp']),
    token: z.string().optional(),
    refreshToken: z.string().optional(),
    /** At stage otp: a passkey will do instead of a code. */
    passkey: z.literal(true).optional(),
  })
  .meta({ id: 'SignedIn' });

export const perAddress = (max: number) => ({ max, seconds: 60, by: 'address' }) as const;
