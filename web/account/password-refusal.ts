import type { Failure } from '../api.ts';

const refused: readonly string[] = ['password_wrong', 'otp_wrong', 'passkey_refused'];

/** Why a password or a code was refused, to stand at its field; undefined where the failure is another one. */
export function passwordRefusal({ problem }: Failure, locked: string): string | undefined {
  if (refused.includes(problem.code)) return problem.detail;
  return problem.code === 'too_many_requests' ? locked : undefined;
}

/** The same, at the field that it belongs to. */
export function refusedField(failure: Failure, locked: string): Record<string, string> | undefined {
  const refusal = passwordRefusal(failure, locked);
  const field =
    failure.problem.code === 'otp_wrong' || failure.problem.code === 'passkey_refused' ? 'token' : 'password';
  return refusal === undefined ? undefined : { [field]: refusal };
}
