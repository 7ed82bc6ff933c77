import { ShopeeError } from './shopee-error.ts';

/** The marketplace's words of a refusal; errors that may be retried or end the grant are thrown. */
export async function refusalOf(send: () => Promise<unknown>): Promise<string | null> {
  try {
    await send();
    return null;
  } catch (error) {
    if (!(error instanceof ShopeeError) || error.retryable) throw error;
    if (error.kind === 'unauthorized' || error.kind === 'ended_grant') throw error;
    return `${error.code}: ${error.message}`;
  }
}
