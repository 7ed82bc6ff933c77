import { z } from 'zod';

const passwordMin = 10;
const passwordMax = 128;

/** Any characters, counted as people count them; NFKC so that every keyboard gives the same bytes. */
const normalized = z.string().transform((value) => value.normalize('NFKC'));

/** A new password. The server decides whether it is too common. */
export const newPassword = normalized.pipe(
  z
    .string()
    .min(1, 'required')
    .refine((value) => value === '' || [...value].length >= passwordMin, 'password_short')
    .refine((value) => [...value].length <= passwordMax, 'too_long')
    .refine((value) => value.isWellFormed(), 'invalid'),
);

/** A password being compared: no rule but a bound, so that older ones keep working. */
export const knownPassword = normalized.pipe(z.string().min(1, 'required').max(1024, 'too_long'));

/** For `refine` on a body that repeats the password. */
export function isPasswordRepeated(body: { password?: string; passwordConfirmation?: string }): boolean {
  return body.password === body.passwordConfirmation;
}
/** The same where the repetition may be left out. */
export const isConfirmed = (body: { password?: string; passwordConfirmation?: string }): boolean =>
  body.passwordConfirmation === undefined || isPasswordRepeated(body);
export const passwordMismatch = { path: ['passwordConfirmation'], message: 'password_mismatch' };

/** As it is typed the second time; compared after the same normalization. */
export const passwordConfirmation = normalized.pipe(z.string().min(1, 'required').max(1024, 'too_long'));
