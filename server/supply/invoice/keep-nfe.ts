import { putFile, sealFile } from '#server/business/files/stored-file.ts';
import type { Transact } from '#server/db/transaction.ts';
import type { Upload } from '#server/http/uploads.ts';
import { checkNfe, readNfeFile } from '#server/outside/nfe/nfe-files.ts';
import type { Storage } from '#server/outside/storage.ts';
import type { ReceivedNfe } from './vendor-invoice.ts';

type Receiving = {
  actor: { businessId: number };
  files: readonly Upload[];
  env: { secretKey: Buffer };
  outside: { storage: Storage };
  transact: Transact;
};

/** Validates an uploaded NF-e and stores its bytes, sealed; they are removed unless a row refers to them. */
export async function keepNfe({ actor, files, env, outside, transact }: Receiving): Promise<ReceivedNfe> {
  const { name, bytes } = await readNfeFile(files);
  const nfe = await checkNfe(bytes);
  const document = sealFile({ env }, name, bytes, 'application/xml');
  return { nfe, file: await putFile(transact, outside.storage, actor.businessId, document) };
}
