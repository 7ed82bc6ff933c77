import type { AnyEndpoint } from '#contract/endpoint.ts';
import { bringFile } from './acts.ts';
import { type CallInput, fetchFile } from './api.ts';
import { printPdf } from './print.ts';

/** Prints a PDF; a failure is shown like that of an act. */
export const fetchToPrinter = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<void> =>
  bringFile(endpoint, async () => printPdf(await fetchFile(endpoint, input)));
