import type { Failure } from '../api.ts';

const refused: readonly string[] = ['password_wrong', 'otp_wrong', 'passkey_refused'];

/** The message for the field if a password or code was refused; undefined for other failures. */
export function passwordRefusal({ problem }: Failure, locked: string): string | undefined {
  if (refused.includes(problem.code)) return problem.detail;
  return problem.code === 'too_many_requests' ? locked : undefined;
}

/** The same, keyed by the field it belongs to. */
export function refusedField(failure: Failure, locked: string): Record<string, string> | undefined {
  const refusal = passwordRefusal(failure, locked);
  const field =
    failure.problem.code === 'otp_wrong' || failure.problem.code === 'passkey_refused' ? 'token' : 'password';
  return refusal === undefined ? undefined : { [field]: refusal };
}
