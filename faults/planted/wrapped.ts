import { parseSync } from 'vite';

/** A function or constant at the top level of a module: position and parts of its statement. */
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
 * The source of a module in which one top-level name is replaced by the result of `bug`, for importers and inside the
 * module. The source of `bug` becomes part of the module: it sees the module's imports, not those around it.
 */
export function wrapDeclaration(code: string, name: string, bug: string, where: string): string {
  const { start, end, exported, fn, value } = findDeclaration(code, name, where);
  if (value) {
    const right = code.slice(value.start, value.end);
    return `${code.slice(0, value.start)}(${bug})(${right})${code.slice(value.end)}`;
  }
  if (!fn) throw new Error(`${where}: ${name} is neither a function nor a value`);
  // Hoisted like the replaced function, because code that runs while modules load may call it.
  const wrapper = `function ${name}(...given) { return (${name}$bug ??= (${bug})(${name}$right))(...given); }`;
  const right = `${code.slice(fn.start, fn.nameStart)}${name}$right${code.slice(fn.nameEnd, end)}`;
  const both = `${exported ? 'export ' : ''}${wrapper} var ${name}$bug; ${right}`;
  return code.slice(0, start) + both + code.slice(end);
}
