import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What a sealed text is for: each purpose has a key of its own, so that one never opens another's. */
export type SealPurpose =
  | 'marketplace-tokens'
  | 'authorization-verifier'
  | 'session-successor'
  | 'bank-data'
  | 'buyer-document'
  | 'billing-info'
  | 'billing-digest'
  | 'stored-answer';

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

/** AES-256-GCM under a key derived for the purpose; the answer is safe to store as text. */
export function seal(secretKey: Buffer, purpose: SealPurpose, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey, purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Throws where the text was not sealed with this key for this purpose. */
export function unseal(secretKey: Buffer, purpose: SealPurpose, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey, purpose), bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  );
}

/** Equal for equal texts, and says nothing about them to who lacks the key. */
export function keyedDigest(secretKey: Buffer, purpose: SealPurpose, text: string): string {
  return createHmac('sha256', keyOf(secretKey, purpose)).update(text).digest('base64url');
}

/** What a rule seals with: it never sees the key. */
export type Sealer = {
  seal(purpose: SealPurpose, text: string): string;
  unseal(purpose: SealPurpose, sealed: string): string;
};

export function createSealer(secretKey: Buffer): Sealer {
  return {
    seal: (purpose, text) => seal(secretKey, purpose, text),
    unseal: (purpose, sealed) => unseal(secretKey, purpose, sealed),
  };
}
