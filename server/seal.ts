import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** The purpose of a sealed text; each has its own key, which opens no other. */
export type SealPurpose =
  | 'marketplace-tokens'
  | 'authorization-verifier'
  | 'session-successor'
  | 'two-step-secret'
  | 'pin'
  | 'bank-data'
  | 'webhook-secret'
  | 'buyer-document'
  | 'buyer-document-digest'
  // Of all that a marketplace says of a sale; the names are those of the part that was sealed first.
  | 'billing-info'
  | 'billing-digest'
  | 'stored-answer'
  | 'invoice-file'
  | 'invoice-file-nonce';

const ivBytes = 12;
const tagBytes = 16;

const derived = new WeakMap<Buffer, Map<SealPurpose, Buffer>>();

/** Derived once: every call of a marketplace opens its account's tokens. */
function keyOf(secretKey: Buffer, purpose: SealPurpose): Buffer {
  const keys = derived.get(secretKey) ?? new Map<SealPurpose, Buffer>();
  derived.set(secretKey, keys);
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secretKey, '', `easy ${purpose}`, 32));
  keys.set(purpose, key);
  return key;
}

/** AES-256-GCM under a key derived for the purpose. */
export function sealBytes(
  secretKey: Buffer,
  purpose: SealPurpose,
  bytes: Buffer,
  iv = randomBytes(ivBytes),
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey, purpose), iv);
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Equal files stay equal, as a store addressed by content needs: the nonce is a keyed digest of the bytes. */
export function sealFileBytes(secretKey: Buffer, bytes: Buffer): Buffer {
  const digest = createHmac('sha256', keyOf(secretKey, 'invoice-file-nonce')).update(bytes).digest();
  return sealBytes(secretKey, 'invoice-file', bytes, digest.subarray(0, ivBytes));
}

/** Throws if the bytes were not sealed with this key for this purpose. */
export function unsealBytes(secretKey: Buffer, purpose: SealPurpose, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey, purpose), bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
}

/** The same for a text; the answer is safe to store as text. */
export function seal(secretKey: Buffer, purpose: SealPurpose, text: string): string {
  return sealBytes(secretKey, purpose, Buffer.from(text)).toString('base64url');
}

export function unseal(secretKey: Buffer, purpose: SealPurpose, sealed: string): string {
  return unsealBytes(secretKey, purpose, Buffer.from(sealed, 'base64url')).toString('utf8');
}

/** Equal for equal texts, and says nothing about them to who lacks the key. */
export function keyedDigest(secretKey: Buffer, purpose: SealPurpose, text: string): string {
  return createHmac('sha256', keyOf(secretKey, purpose)).update(text).digest('base64url');
}

/** The sealing functions for rules, which never see the key. */
export type Sealer = {
  seal(purpose: SealPurpose, text: string): string;
  unseal(purpose: SealPurpose, sealed: string): string;
  digest(purpose: SealPurpose, text: string): string;
};

export function createSealer(secretKey: Buffer): Sealer {
  return {
    seal: (purpose, text) => seal(secretKey, purpose, text),
    unseal: (purpose, sealed) => unseal(secretKey, purpose, sealed),
    digest: (purpose, text) => keyedDigest(secretKey, purpose, text),
  };
}
