import { parseSync } from 'vite';

/** A function or constant of a module's top level: where its statement stands, and its own parts. */
type Declaration = {
  start: number;
  end: number;
  exported: boolean;
  /** Of a function: where it and its name begin and its name ends. */
  fn?: { start: number; nameStart: number; nameEnd: number };
  /** Of a constant: its value. */
  value?: { start: number; end: number };
};

export function findDeclaration(code: string, name: string, where: string): Declaration {
  for (const statement of parseSync(where, code, { lang: 'ts' }).program.body) {
    const exported = statement.type === 'ExportNamedDeclaration';
    const declaration = exported ? statement.declaration : statement;
    const at = { start: statement.start, end: statement.end, exported };
    if (declaration?.type === 'FunctionDeclaration' && declaration.id?.name === name) {
      const { start: nameStart, end: nameEnd } = declaration.id;
      return { ...at, fn: { start: declaration.start, nameStart, nameEnd } };
    }
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && id.name === name && init)
        return { ...at, value: { start: init.start, end: init.end } };
  }
  throw new Error(`${where} declares no ${name}`);
}

/**
 * A module's text in which one name of its top level stands for what `bug` makes of it, for who imports it and within
 * the module alike. The text of `bug` is put into the module: it sees the module's own imports, not those around it.
 */
export function wrapDeclaration(code: string, name: string, bug: string, where: string): string {
  const { start, end, exported, fn, value } = findDeclaration(code, name, where);
  if (value) {
    const right = code.slice(value.start, value.end);
    return `${code.slice(0, value.start)}(${bug})(${right})${code.slice(value.end)}`;
  }
  if (!fn) throw new Error(`${where}: ${name} is neither a function nor a value`);
  // Hoisted, as the function it stands for: what runs while modules load may call it already.
  const wrapper = `function ${name}(...given) { return (${name}$bug ??= (${bug})(${name}$right))(...given); }`;
  const right = `${code.slice(fn.start, fn.nameStart)}${name}$right${code.slice(fn.nameEnd, end)}`;
  const both = `${exported ? 'export ' : ''}${wrapper} var ${name}$bug; ${right}`;
  return code.slice(0, start) + both + code.slice(end);
}
