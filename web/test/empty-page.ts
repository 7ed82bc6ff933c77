import { afterAll } from 'vitest';

/** Test files share one page; this removes what a file put on it. */
afterAll(() => document.body.replaceChildren());
