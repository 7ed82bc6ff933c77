import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';

type Parse = (text: string) => unknown;
/** Its columns, and a row of nulls: copied and filled, which is quicker than adding name after name. */
type Shape = { names: string[]; parsers: Parse[]; empty: Record<string, unknown> };
/** What the client hands over of a message it has read. */
type Described = { fields: readonly { name: string; dataTypeID: number }[] };
type Row = { fields: readonly (string | null)[] };
type Completed = { text: string };

export type Answer = { command: string; affected: number; rows: Record<string, unknown>[] };
export type Asked = Readonly<{
  text: string;
  values: readonly unknown[];
  /** Kept by PostgreSQL under this name. */
  name?: string | undefined;
  answered(answer: Answer): void;
  failed(error: unknown): void;
}>;

/** Of the statements a connection keeps. Where their columns change, PostgreSQL refuses the plan it kept. */
const described = new WeakMap<pg.Connection, Map<string, Shape>>();
const nothing: Shape = { names: [], parsers: [], empty: {} };
const [describe, execute] = [serialize.describe({ type: 'P' }), serialize.execute()];

/**
 * A statement on its way: its columns are asked for the first time a connection meets it under its name, and known from
 * then on.
 */
export class Statement {
  readonly asked: Asked;
  #types: pg.CustomTypesConfig;
  #shape: Shape | undefined;
  #rows: Record<string, unknown>[] = [];
  #answer: Answer | undefined;
  #unreadable: unknown;

  constructor(asked: Asked, types: pg.CustomTypesConfig) {
    this.asked = asked;
    this.#types = types;
  }

  /** Adds its messages; one that cannot be written adds none and throws. */
  write(connection: pg.Connection, messages: Buffer[]): void {
    const { text, name, values } = this.asked;
    const bind = serialize.bind({ statement: name ?? '', values: [...values], valueMapper: prepareValue });
    const { parsedStatements, submittedNamedStatements } = connection;
    if (name === undefined || !(parsedStatements[name] ?? submittedNamedStatements[name])) {
      messages.push(serialize.parse({ text, name: name ?? '', types: [] }));
      if (name !== undefined) submittedNamedStatements[name] = text;
    } else this.#shape = described.get(connection)?.get(name);
    messages.push(bind);
    if (!this.#shape) messages.push(describe);
    messages.push(execute);
  }

  describe({ fields }: Described): void {
    const names = fields.map(({ name }) => name);
    this.#shape = {
      names,
      parsers: fields.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, 'text') as Parse),
      empty: { ...Object.fromEntries(names.map((name) => [name, null])) },
    };
  }

  take({ fields }: Row): void {
    if (this.#unreadable !== undefined) return;
    const { names, parsers, empty } = this.#shape ?? nothing;
    const row = { ...empty };
    try {
      for (let at = 0; at < names.length; at++) {
        const value = fields[at];
        if (value != null) row[names[at] as string] = (parsers[at] as Parse)(value);
      }
    } catch (error) {
      this.#unreadable = error;
    }
    this.#rows.push(row);
  }

  complete({ text }: Completed, connection: pg.Connection): void {
    const { name } = this.asked;
    if (name !== undefined) {
      const known = described.get(connection) ?? new Map<string, Shape>();
      described.set(connection, known.set(name, this.#shape ?? nothing));
    }
    const end = text.lastIndexOf(' ');
    this.#answer = {
      command: /^\w+/.exec(text)?.[0] ?? '',
      affected: end < 0 ? 0 : Number(text.slice(end)) || 0,
      rows: this.#rows,
    };
  }

  /** Told when the whole packet is over: what comes after an answer may still undo it. */
  settle(): void {
    if (this.#unreadable !== undefined) this.asked.failed(this.#unreadable);
    else if (this.#answer) this.asked.answered(this.#answer);
    else this.asked.failed(new Error('a statement was not answered'));
  }
}
