import { afterAll } from 'vitest';

/** Many files share one page: what a file put on it goes when the file is over. */
afterAll(() => document.body.replaceChildren());
