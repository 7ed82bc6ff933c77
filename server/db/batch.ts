import pg from 'pg';
import { serialize } from 'pg-protocol';
import type { Statement } from './statement.ts';

/** What a client tells the query it is at; pg's own types leave it out. */
declare module 'pg' {
  interface ClientBase {
    query(batch: pg.Query, over: (error: unknown) => void): void;
  }
  interface Query {
    callback?: (error: unknown) => void;
    name?: string | undefined;
    text?: string | undefined;
    handleRowDescription(message: unknown): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: pg.Connection): void;
    handleEmptyQuery(connection: pg.Connection): void;
    handleError(error: unknown, connection: pg.Connection): void;
    handleReadyForQuery(connection: pg.Connection): void;
  }
  interface Connection {
    parsedStatements: Record<string, string>;
    submittedNamedStatements: Record<string, string>;
  }
}

const sync = serialize.sync();

/**
 * Statements that are sent in one packet with one end, and answered in one. PostgreSQL runs them as one transaction, or
 * in the one that is open; the first that fails is the last that runs. The client takes the batch for one query, and it
 * passes on what it is told to the statement that is being answered.
 */
class Batch extends pg.Query {
  readonly statements: readonly Statement[];
  #at = 0;

  constructor(statements: readonly Statement[]) {
    super('');
    this.statements = statements;
    this.#nameCurrent();
  }

  /** One write: each costs a call of the system. The error it returns is told to it by the client. */
  override submit = (connection: pg.Connection): Error | undefined => {
    // Going down: the stream's own error would not say that it is the database that is away.
    if (!connection.stream.writable) return new Error('Connection terminated');
    const messages: Buffer[] = [];
    try {
      for (const statement of this.statements) statement.write(connection, messages);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
    messages.push(sync);
    connection.stream.write(Buffer.concat(messages));
    return undefined;
  };

  override handleRowDescription(message: Parameters<Statement['describe']>[0]): void {
    this.statements[this.#at]?.describe(message);
  }

  override handleDataRow(message: Parameters<Statement['take']>[0]): void {
    this.statements[this.#at]?.take(message);
  }

  override handleCommandComplete(
    message: Parameters<Statement['complete']>[0],
    connection: pg.Connection,
  ): void {
    this.statements[this.#at]?.complete(message, connection);
    this.#at++;
    this.#nameCurrent();
  }

  override handleError(error: unknown, connection: pg.Connection): void {
    // It was skipped, so its name stands for nothing yet.
    for (const { asked } of this.statements.slice(this.#at))
      if (asked.name !== undefined) delete connection.submittedNamedStatements[asked.name];
    this.callback?.(error);
  }

  override handleReadyForQuery(): void {
    this.callback?.(undefined);
  }

  settle(error: unknown): void {
    for (const statement of this.statements.slice(0, this.#at)) statement.settle();
    for (const { asked } of this.statements.slice(this.#at)) asked.failed(error);
  }

  /** The client keeps which names are known by the name of what it is at. */
  #nameCurrent(): void {
    const asked = this.statements[this.#at]?.asked;
    this.name = asked?.name;
    this.text = asked?.text;
  }
}

/** `over` is told when the connection is free again, and why not everything was answered. */
export function sendBatch(
  client: pg.ClientBase,
  statements: readonly Statement[],
  over: (error: unknown) => void,
): void {
  const batch = new Batch(statements);
  void client.query(batch, (error) => {
    batch.settle(error);
    over(error);
  });
}

/** What is sent with a query, for whoever watches a client: a batch is several statements. */
export function statementsOf(query: unknown): { text: string; values: readonly unknown[] }[] {
  if (query instanceof Batch) return query.statements.map(({ asked }) => asked);
  if (typeof query === 'string') return [{ text: query, values: [] }];
  const { text = '', values = [] } = query as { text?: string; values?: unknown[] };
  return [{ text, values }];
}
