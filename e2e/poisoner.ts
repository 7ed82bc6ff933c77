import { endpointsByEntity } from '#contract/index.ts';
import type { createPoison } from '../fuzz/poison.ts';
import type { Actor } from './verbs.ts';

type Poison = ReturnType<typeof createPoison>;
/** Only the parameters that the path names are read. */
type Send = { params?: object; body?: object };

/** A person who writes script wherever the product accepts text. */
export function poisoner(actor: Actor, poison: Poison, told: Set<string>) {
  return async (name: string, { params = {}, body }: Send = {}): Promise<unknown> => {
    const [entity = '', act = ''] = name.split('.');
    const endpoint = endpointsByEntity[entity]?.[act];
    if (!endpoint) throw new Error(`no endpoint ${name}`);
    told.add(name);
    const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => String(Reflect.get(params, key)));
    const sent = endpoint.body && body ? poison.poisoned(endpoint.body, body) : body;
    const { status, text } = await actor.page.evaluate(
      async ({ method, url, body }) => {
        const answer = await fetch(url, {
          method,
          ...(body && { headers: { 'content-type': 'application/json' }, body }),
        });
        return { status: answer.status, text: await answer.text() };
      },
      { method: endpoint.method, url: `/api${path}`, body: sent ? JSON.stringify(sent) : '' },
    );
    if (status >= 300) throw new Error(`${name} ${JSON.stringify(sent)}: ${status} ${text}`);
    return text ? (JSON.parse(text) as unknown) : undefined;
  };
}
