import pg from 'pg';

/** What a client tells the query it is at, and what a query is sent by; pg's own types leave them out. */
declare module 'pg' {
  interface Query {
    name?: string;
    text?: string;
    handleRowDescription(message: unknown): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: pg.Connection): void;
    handleEmptyQuery(connection: pg.Connection): void;
    handleError(error: unknown, connection: pg.Connection): void;
    handleReadyForQuery(connection: pg.Connection): void;
  }
  interface Connection {
    submittedNamedStatements: Record<string, string>;
  }
}

/**
 * Statements that are sent in one packet with one end, and answered in one. PostgreSQL runs them as one transaction; the
 * first that fails is the last that runs. The client takes the batch for one query, and it passes on what it is told to
 * the statement that is being answered.
 */
export class Batch extends pg.Query {
  #queries: readonly pg.Query[];
  #over: (error?: unknown) => void;
  #at = 0;

  /** `over` is told when the connection is free again, and why nothing was answered. */
  constructor(queries: readonly pg.Query[], over: (error?: unknown) => void) {
    super('');
    this.#queries = queries;
    this.#over = over;
    this.#nameCurrent();
  }

  override submit = (connection: pg.Connection): void => {
    const { stream } = connection;
    const unended: pg.Connection = Object.create(connection, { sync: { value: () => undefined } });
    stream.cork();
    for (const query of this.#queries) query.submit(unended);
    connection.sync();
    stream.uncork();
  };

  override handleRowDescription(message: unknown): void {
    this.#queries[this.#at]?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#queries[this.#at]?.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#queries[this.#at]?.handleCommandComplete(message, connection);
    this.#at++;
    this.#nameCurrent();
  }

  override handleError(error: unknown, connection: pg.Connection): void {
    this.#answer(connection);
    for (const query of this.#queries.slice(this.#at)) {
      // It was skipped, so its name stands for nothing yet.
      if (query.name) delete connection.submittedNamedStatements[query.name];
      query.handleError(error, connection);
    }
    this.#over(error);
  }

  override handleReadyForQuery(connection: pg.Connection): void {
    this.#answer(connection);
    this.#over();
  }

  #answer(connection: pg.Connection): void {
    for (const query of this.#queries.slice(0, this.#at)) query.handleReadyForQuery(connection);
  }

  /** The client keeps which names are known by the name of what it is at. */
  #nameCurrent(): void {
    const query = this.#queries[this.#at];
    Object.assign(this, { name: query?.name, text: query?.text });
  }
}
