import type { Actor } from './session.ts';

const most = 20_000;

/**
 * Who a token was when it was last looked up: for limits and logs, which speak before the session is read. No right
 * follows from it: every request reads its session anew.
 */
export type ActorCache = Readonly<{
  recall(tokenKey: string): Actor | undefined;
  learn(tokenKey: string, actor: Actor): void;
}>;

export function createActorCache(): ActorCache {
  const actors = new Map<string, Actor>();
  return {
    recall: (tokenKey) => actors.get(tokenKey),
    learn(tokenKey, actor) {
      if (actors.size >= most) actors.clear();
      actors.set(tokenKey, actor);
    },
  };
}
