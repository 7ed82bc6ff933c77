import type { Failure } from '../api.ts';

/** Why a password or a code was refused, to stand at its field; undefined where the failure is another one. */
export function passwordRefusal({ problem }: Failure, locked: string): string | undefined {
  if (problem.code === 'password_wrong' || problem.code === 'otp_wrong') return problem.detail;
  return problem.code === 'too_many_requests' ? locked : undefined;
}
