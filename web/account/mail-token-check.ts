import { useQuery } from '@tanstack/react-query';
import { auth } from '#contract/account/auth.ts';
import { call, type Failure } from '../api.ts';

/** Whether a mail's link still works. Asking consumes nothing, so a mail scanner that opens the page harms nobody. */
export function useTokenCheck(token: string, purpose: 'activation' | 'reset') {
  return useQuery<{ valid: boolean }, Failure>({
    queryKey: ['mail-token', purpose, token],
    queryFn: async () =>
      // What is no token at all is not worth a question.
      /^[\w-]{43}$/.test(token) ? call(auth.verifyToken, { body: { token, purpose } }) : { valid: false },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['mail-token', 'invitation', token],
    queryFn: () => call(auth.verifyInvitation, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
