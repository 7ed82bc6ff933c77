import { readFile } from 'node:fs/promises';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import {
  assertErasureName,
  assertStorageKey,
  erasuresFolder,
  type Storage,
  StorageUnavailableError,
} from './storage.ts';

export type S3Settings = Readonly<{
  /** Of any S3-compatible store; absent: Amazon's own, by region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}>;

type Body = NonNullable<GetObjectCommandOutput['Body']>;

/** An attempt that is not answered within this time is given up; three are made. */
const usualPatienceMs = 5000;

/** Files in a bucket: every process of an installation sees the same ones. */
export function createS3Storage(settings: S3Settings, patienceMs = usualPatienceMs): Storage {
  const { bucket: Bucket } = settings;
  let loading: Promise<Loaded> | undefined;
  /** Every error of the store, except "not there", means that it is not available. */
  const ask = async <T>(work: (loaded: Loaded) => Promise<T>): Promise<T> => {
    loading ??= loadClient(settings, patienceMs);
    const loaded = await loading;
    try {
      return await work(loaded);
    } catch (error) {
      const { NotFound, NoSuchKey } = loaded.sdk;
      throw error instanceof NotFound || error instanceof NoSuchKey
        ? error
        : new StorageUnavailableError(error);
    }
  };
  const openObject = async ({ client, sdk }: Loaded, Key: string): Promise<Body> => {
    const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }));
    if (!Body) throw new Error(`the store answered without a body: ${Key}`);
    return Body;
  };
  const readObject = (key: string) =>
    ask(async (loaded) => Buffer.from(await (await openObject(loaded, key)).transformToByteArray()));
  const has = (key: string): Promise<boolean> => {
    const Key = assertStorageKey(key);
    return ask(async ({ client, sdk }) => {
      try {
        await client.send(new sdk.HeadObjectCommand({ Bucket, Key }));
        return true;
      } catch (error) {
        // Anything else than "not there" is not known, and said so.
        if (error instanceof sdk.NotFound) return false;
        throw error;
      }
    });
  };
  const write = (Key: string, Body: Buffer) =>
    ask(({ client, sdk }) => client.send(new sdk.PutObjectCommand({ Bucket, Key, Body })));
  return {
    // Not as a stream: a stream cannot be sent again when the store asks for it.
    async put(key, content) {
      const Key = assertStorageKey(key);
      await write(Key, Buffer.isBuffer(content) ? content : await readFile(content.path));
    },
    async addErasure(name, entry) {
      await write(`${erasuresFolder}/${assertErasureName(name)}`, entry);
    },
    async readErasures() {
      const names = await ask(async ({ client, sdk }) => {
        const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: `${erasuresFolder}/` });
        const found: string[] = [];
        for await (const { Contents = [] } of pages) found.push(...Contents.flatMap(({ Key }) => Key ?? []));
        return found;
      });
      return Promise.all(names.toSorted().map(readObject));
    },
    async get(key) {
      const { Readable } = await import('node:stream');
      const Key = assertStorageKey(key);
      const body = await ask((loaded) => openObject(loaded, Key));
      return body instanceof Readable ? body : Readable.from(await body.transformToByteArray());
    },
    read: async (key) => readObject(assertStorageKey(key)),
    has: async (key) => has(key),
    // A store has no full disk that could be seen; it answers, and knows us.
    check: async () => void (await has(`0/${'0'.repeat(64)}`)),
    async remove(key) {
      const Key = assertStorageKey(key);
      await ask(({ client, sdk }) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key })));
    },
  };
}

type Loaded = { client: S3Client; sdk: typeof import('@aws-sdk/client-s3') };

/** With the first file, not with the start: most installations keep files in a folder. */
async function loadClient(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  requestTimeout: number,
): Promise<Loaded> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout, throwOnRequestTimeout: true },
    // Compatible stores do not all know the newer checksums; the signature covers the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, sdk };
}
