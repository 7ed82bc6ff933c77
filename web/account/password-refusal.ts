import type { Failure } from '../api.ts';

const refused: readonly string[] = ['password_wrong', 'otp_wrong', 'passkey_refused'];

/** The message for the field if a password or code was refused; undefined for other failures. */
export function passwordRefusal({ problem }: Failure, locked: string): string | undefined {
  if (refused.includes(problem.code)) return problem.detail;
  return problem.code === 'too_many_requests' ? locked : undefined;
}

/** Shows it at the field that it belongs to; false for other failures. */
export function showRefusal(
  { setErrors }: { setErrors: (errors: Record<string, string>) => void },
  failure: Failure,
  locked: string,
): boolean {
  const refusal = passwordRefusal(failure, locked);
  if (refusal === undefined) return false;
  const isSecondStep = failure.problem.code === 'otp_wrong' || failure.problem.code === 'passkey_refused';
  setErrors({ [isSecondStep ? 'token' : 'password']: refusal });
  return true;
}
