import { useEffect, useState } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { importChunk } from '../../reload.ts';

/**
 * The schema that checks what a form sends. The build for the browser keeps schemas apart from the calls of an endpoint, so
 * a form loads them when it appears. Undefined if they do not arrive: the server checks the same.
 */
export async function bodySchema(endpoint: AnyEndpoint): Promise<AnyEndpoint['body']> {
  if (!endpoint.schemas) return endpoint.body;
  const acts = await importChunk(endpoint.schemas).catch(() => undefined);
  return acts && Object.values(acts).find(({ name }) => name === endpoint.name)?.body;
}

/** The same for a screen that checks what is typed; undefined until it has loaded. */
export function useBodySchema(endpoint: AnyEndpoint): AnyEndpoint['body'] {
  const [schema, setSchema] = useState(endpoint.body);
  useEffect(() => void bodySchema(endpoint).then(setSchema), [endpoint]);
  return schema;
}
