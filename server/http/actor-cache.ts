import type { Actor } from './session.ts';

const most = 20_000;

/**
 * The actor of a token at its last look-up, for limits and logs, which run before the session is read. It grants
 * nothing: every request reads its session again.
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
