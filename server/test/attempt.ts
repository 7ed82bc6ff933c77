import { RefusedCall } from './app.ts';

/** Refused is an answer; what the server broke at is not. */
export async function attempt(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.problem.status >= 500) throw error;
  }
}
