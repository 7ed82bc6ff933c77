import type { AnyEndpoint, ResponseOf } from '#contract/endpoint.ts';
import { type Person, requestOf, type Send } from '#server/test/app.ts';
import type { Inspector } from './inspect.ts';
import type { Instance } from './instance.ts';

/** Somebody by a token, or a browser by its cookies. */
type Caller = Pick<Person, 'token'> & { cookies?: Record<string, string> };

/** What a client, the marketplace and the clock do in a use case; each act has the same key whenever it is repeated. */
export type Acts = {
  /** Asks until it is answered; `done` names refusals that say it has happened before. */
  call<E extends AnyEndpoint>(
    who: Caller,
    endpoint: E,
    send?: Send<E>,
    ...done: string[]
  ): Promise<ResponseOf<E> | undefined>;
  drain(): Promise<void>;
};

export type UseCase<Cast> = {
  readonly name: string;
  /** Another time than the stage's. */
  readonly at?: string;
  /** Jobs the clock has put into the queue before it begins. */
  readonly jobs?: readonly string[];
  /** Tables in which hearing or trying a thing again leaves a row more. */
  readonly grows?: readonly string[];
  run(acts: Acts, cast: Cast): Promise<void>;
};

export class Unexpected extends Error {
  override readonly name = 'Unexpected';
}

/** What was acknowledged: by the number of the act, as it was answered. */
export type Acknowledged = Map<number, unknown>;

export function makeActs(instance: Instance, inspector: Inspector, acknowledged: Acknowledged): Acts {
  let step = 0;
  return {
    async call(who, endpoint, send, ...done) {
      const n = ++step;
      const key = `act-${n}`;
      const request = requestOf(endpoint, { ...(send as Send<AnyEndpoint>), key }, who.token);
      for (;;) {
        const answer = await instance.http.inject({
          ...request,
          ...(who.cookies && { cookies: who.cookies }),
        });
        if (answer.statusCode < 300) {
          const body = answer.body === '' ? undefined : answer.json();
          acknowledged.set(n, body);
          return body;
        }
        const { code } = answer.json<{ code: string }>();
        if (done.includes(code)) return undefined;
        if (code !== 'in_progress') throw new Unexpected(`${endpoint.path}: ${answer.body}`);
        // As if the minutes had gone by after which the claim of a dead process may be taken over.
        await inspector.query(
          `update idempotency_keys set created_at = created_at - interval '3 minutes' where status is null`,
        );
      }
    },
    async drain() {
      await instance.drain();
    },
  };
}
