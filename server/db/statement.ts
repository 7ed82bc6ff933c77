import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';

type Parse = (text: string) => unknown;
type Column = { name: string; parse: Parse };
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

/** Columns of the statements a connection keeps. Where they change, PostgreSQL refuses the plan it kept. */
const described = new WeakMap<pg.Connection, Map<string, readonly Column[]>>();
const nothing: readonly Column[] = [];
const [describe, execute] = [serialize.describe({ type: 'P' }), serialize.execute()];

/**
 * A statement on its way: its columns are asked for the first time a connection meets it under its name, and known from
 * then on.
 */
export class Statement {
  readonly asked: Asked;
  #types: pg.CustomTypesConfig;
  #columns: readonly Column[] | undefined;
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
    } else this.#columns = described.get(connection)?.get(name);
    messages.push(bind);
    if (!this.#columns) messages.push(describe);
    messages.push(execute);
  }

  describe({ fields }: Described): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#types.getTypeParser(dataTypeID, 'text') as Parse,
    }));
  }

  take({ fields }: Row): void {
    if (this.#unreadable !== undefined) return;
    const row: Record<string, unknown> = {};
    const columns = this.#columns ?? nothing;
    try {
      for (let at = 0; at < columns.length; at++) {
        const { name, parse } = columns[at] as Column;
        const value = fields[at] ?? null;
        row[name] = value === null ? null : parse(value);
      }
    } catch (error) {
      this.#unreadable = error;
    }
    this.#rows.push(row);
  }

  complete({ text }: Completed, connection: pg.Connection): void {
    const { name } = this.asked;
    if (name !== undefined) {
      const known = described.get(connection) ?? new Map<string, readonly Column[]>();
      described.set(connection, known.set(name, this.#columns ?? nothing));
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
