import type { AnyEndpoint, ResponseOf } from '#contract/endpoint.ts';
import { type Person, requestOf, type Send } from '#server/test/app.ts';
import type { Inspector } from './inspect.ts';
import type { Instance } from './instance.ts';

/** A caller by token, or a browser by its cookies. */
type Caller = Pick<Person, 'token'> & { cookies?: Record<string, string> };

/**
 * The actions of the client, the marketplace and the clock in a use case; each has the same key whenever it is
 * repeated.
 */
export type Acts = {
  /** Repeats the request until it is answered; `done` names refusals that say it has already happened. */
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
  /** Overrides the time of the stage. */
  readonly at?: string;
  /** Jobs that the schedule has enqueued before it starts. */
  readonly jobs?: readonly string[];
  /** Tables in which a repeated notification or attempt leaves another row. */
  readonly grows?: readonly string[];
  run(acts: Acts, cast: Cast): Promise<void>;
};

export class Unexpected extends Error {
  override readonly name = 'Unexpected';
}

/** The acknowledged answers, by the number of the action. */
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
        // As if the minutes had passed after which the claim of a dead process may be taken over.
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
