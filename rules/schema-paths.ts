import type { z } from 'zod';
import { inlineJsonSchema } from './json-schema.ts';

type Node = {
  properties?: Record<string, Node>;
  additionalProperties?: boolean | Node;
  items?: Node;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
};

/** Every field of a schema by its path, `items.variations.sku`; lists and maps add nothing to it. */
export function pathsOf(schema: z.ZodType | undefined, io: 'input' | 'output'): Set<string> {
  const found = new Set<string>();
  if (!schema) return found;
  walk(inlineJsonSchema<Node>(schema, io), '', found);
  return found;
}

function walk(node: Node, at: string, found: Set<string>): void {
  for (const [name, inner] of Object.entries(node.properties ?? {})) {
    found.add(at + name);
    walk(inner, `${at}${name}.`, found);
  }
  for (const inner of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])])
    walk(inner, at, found);
  if (node.items) walk(node.items, at, found);
  if (typeof node.additionalProperties === 'object') walk(node.additionalProperties, at, found);
}
