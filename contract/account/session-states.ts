/** The browser's view of the session: `loading` until the server has answered. */
export const sessionStates = ['loading', 'authenticated', 'unauthenticated'] as const;
export type SessionStatus = (typeof sessionStates)[number];
