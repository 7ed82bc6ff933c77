import type { ZipAddress } from '#contract/inventory/zip-code.ts';
import { fail } from '#server/fault.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import type { ZipCodes } from '#server/outside/zip-code.ts';

/** Address of a CEP; unknown and unreachable are told apart, so that the screen can ask to type it by hand. */
export async function findZipCode(zipCodes: ZipCodes, zip: string): Promise<ZipAddress> {
  try {
    return (await zipCodes.find(zip)) ?? fail('zip_code_not_found');
  } catch (error) {
    if (error instanceof RemoteFailure) fail('zip_code_unavailable', { cause: error });
    throw error;
  }
}
