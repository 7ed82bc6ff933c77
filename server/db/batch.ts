import pg from 'pg';
import { serialize } from 'pg-protocol';
import type { Statement } from './statement.ts';

/** What a client tells the query it is at; pg's own types leave it out. */
declare module 'pg' {
  interface Query {
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
export class Batch extends pg.Query {
  #statements: readonly Statement[];
  #over: (error?: unknown) => void;
  #at = 0;

  /** `over` is told when the connection is free again, and why nothing was answered. */
  constructor(statements: readonly Statement[], over: (error?: unknown) => void) {
    super('');
    this.#statements = statements;
    this.#over = over;
    this.#nameCurrent();
  }

  /** One write: each costs a call of the system. The error it returns is told to it by the client. */
  override submit = (connection: pg.Connection): Error | undefined => {
    const messages: Buffer[] = [];
    try {
      for (const statement of this.#statements) statement.write(connection, messages);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
    messages.push(sync);
    connection.stream.write(Buffer.concat(messages));
    return undefined;
  };

  override handleRowDescription(message: Parameters<Statement['describe']>[0]): void {
    this.#statements[this.#at]?.describe(message);
  }

  override handleDataRow(message: Parameters<Statement['take']>[0]): void {
    this.#statements[this.#at]?.take(message);
  }

  override handleCommandComplete(
    message: Parameters<Statement['complete']>[0],
    connection: pg.Connection,
  ): void {
    this.#statements[this.#at]?.complete(message, connection);
    this.#at++;
    this.#nameCurrent();
  }

  override handleError(error: unknown, connection: pg.Connection): void {
    this.#settle();
    for (const { asked } of this.#statements.slice(this.#at)) {
      // It was skipped, so its name stands for nothing yet.
      if (asked.name !== undefined) delete connection.submittedNamedStatements[asked.name];
      asked.failed(error);
    }
    this.#over(error);
  }

  override handleReadyForQuery(): void {
    this.#settle();
    this.#over();
  }

  #settle(): void {
    for (const statement of this.#statements.slice(0, this.#at)) statement.settle();
  }

  /** The client keeps which names are known by the name of what it is at. */
  #nameCurrent(): void {
    const asked = this.#statements[this.#at]?.asked;
    this.name = asked?.name;
    this.text = asked?.text;
  }
}
