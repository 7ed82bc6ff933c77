import { z } from 'zod';

type Schema = Record<string, unknown> & { $ref?: string; $defs?: Record<string, unknown> };

/**
 * A schema as JSON Schema with its named components inlined, so that a walk reaches every field. A recursive component
 * stays a `$ref` below its first occurrence.
 */
export function inlineJsonSchema<Node>(schema: z.ZodType, io: 'input' | 'output'): Node {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Schema;
  return inline(root, $defs, []) as Node;
}

function inline(node: unknown, components: Record<string, unknown>, above: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((inner) => inline(inner, components, above));
  if (typeof node !== 'object' || node === null) return node;
  const name = '$ref' in node ? String(node.$ref).replace('#/$defs/', '') : undefined;
  if (name !== undefined && name in components) {
    return above.includes(name) ? node : inline(components[name], components, [...above, name]);
  }
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]) => [key, inline(inner, components, above)]),
  );
}
