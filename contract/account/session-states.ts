/** What a browser knows of who is there: `loading` until the server has said. */
export const sessionStates = ['loading', 'authenticated', 'unauthenticated'] as const;
export type SessionStatus = (typeof sessionStates)[number];
