import { readFile } from 'node:fs/promises';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { assertErasureName, assertStorageKey, erasuresFolder, type Storage } from './storage.ts';

export type S3Settings = Readonly<{
  /** Of any S3-compatible store; absent: Amazon's own, by region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}>;

type Body = NonNullable<GetObjectCommandOutput['Body']>;

/** Files in a bucket: every process of an installation sees the same ones. Throws what the store refused with. */
export function createS3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket } = settings;
  let loading: Promise<Loaded> | undefined;
  const load = () => {
    loading ??= loadClient(settings);
    return loading;
  };
  const openObject = async (Key: string): Promise<Body> => {
    const { client, sdk } = await load();
    const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }));
    if (!Body) throw new Error(`the store answered without a body: ${Key}`);
    return Body;
  };
  const readObject = async (key: string) => Buffer.from(await (await openObject(key)).transformToByteArray());
  const open = (key: string) => openObject(assertStorageKey(key));
  const has = async (key: string): Promise<boolean> => {
    const { client, sdk } = await load();
    try {
      await client.send(new sdk.HeadObjectCommand({ Bucket, Key: assertStorageKey(key) }));
      return true;
    } catch (error) {
      // Anything else than "not there" is not known, and said so.
      if (error instanceof sdk.NotFound) return false;
      throw error;
    }
  };
  const write = async (Key: string, Body: Buffer) => {
    const { client, sdk } = await load();
    await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body }));
  };
  return {
    // Not as a stream: a stream cannot be sent again when the store asks for it.
    put: async (key, content) =>
      write(assertStorageKey(key), Buffer.isBuffer(content) ? content : await readFile(content.path)),
    addErasure: async (name, entry) => write(`${erasuresFolder}/${assertErasureName(name)}`, entry),
    async readErasures() {
      const { client, sdk } = await load();
      const names: string[] = [];
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: `${erasuresFolder}/` });
      for await (const { Contents = [] } of pages) names.push(...Contents.flatMap(({ Key }) => Key ?? []));
      return Promise.all(names.toSorted().map(readObject));
    },
    async get(key) {
      const { Readable } = await import('node:stream');
      const body = await open(key);
      return body instanceof Readable ? body : Readable.from(await body.transformToByteArray());
    },
    read: async (key) => readObject(assertStorageKey(key)),
    has,
    // A store has no full disk that could be seen; it answers, and knows us.
    check: async () => void (await has(`0/${'0'.repeat(64)}`)),
    async remove(key) {
      const { client, sdk } = await load();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: assertStorageKey(key) }));
    },
  };
}

type Loaded = { client: S3Client; sdk: typeof import('@aws-sdk/client-s3') };

/** With the first file, not with the start: most installations keep files in a folder. */
async function loadClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): Promise<Loaded> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 5000, throwOnRequestTimeout: true },
    // Compatible stores do not all know the newer checksums; the signature covers the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, sdk };
}
