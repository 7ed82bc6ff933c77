import type { ZipAddress } from '#contract/inventory/zip-code.ts';
import { fail } from '#server/fault.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import type { ZipCodes } from '#server/outside/zip-code.ts';

/** The address of a CEP. Unknown and unreachable are distinguished, so that the screen can offer to type the address. */
export async function findZipCode(zipCodes: ZipCodes, zip: string): Promise<ZipAddress> {
  try {
    return (await zipCodes.find(zip)) ?? fail('zip_code_not_found');
  } catch (error) {
    if (error instanceof RemoteFailure) fail('zip_code_unavailable', { cause: error });
    throw error;
  }
}
