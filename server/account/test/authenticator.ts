import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  NewCredential,
  PasskeyCreation,
  PasskeyProof,
  PasskeyRequest,
} from '#contract/account/passkey.ts';

type Kept = { id: string; key: KeyObject; counter: number };

const digest = (data: string | Buffer) => createHash('sha256').update(data).digest();
const userPresent = 0x01;
const withCredential = 0x40;

/** An authenticator in software: ES256 keys, counted signatures, no attestation. */
export function makeAuthenticator(origin: string) {
  const keys = new Map<string, Kept>();

  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));

  function authenticatorData(rpId: string, counter: number, credential = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(userPresent | (credential.length > 0 ? withCredential : 0), 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([digest(rpId), head, credential]);
  }

  return {
    create({ challenge, rp }: PasskeyCreation): NewCredential {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const id = randomBytes(32);
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length, 0);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authenticatorData(rp.id, 0, attested))],
      ]);
      const credentialId = id.toString('base64url');
      keys.set(credentialId, { id: credentialId, key: privateKey, counter: 0 });
      return {
        credentialId,
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      };
    },

    /**
     * Signs with the first requested key. `behind`: like a copy made that many signatures ago; `at`: on a page of that
     * origin.
     */
    prove(
      { challenge, rpId, allowCredentials }: PasskeyRequest,
      { behind = 0, at = origin } = {},
    ): PasskeyProof {
      const kept = allowCredentials.map(({ id }) => keys.get(id)).find((found) => found !== undefined);
      if (!kept) throw new Error('no key of this authenticator is asked for');
      kept.counter += 1;
      const data = clientData('webauthn.get', challenge, at);
      const signed = authenticatorData(rpId, kept.counter - behind);
      return {
        credentialId: kept.id,
        clientDataJSON: data.toString('base64url'),
        authenticatorData: signed.toString('base64url'),
        signature: createSign('sha256')
          .update(Buffer.concat([signed, digest(data)]))
          .sign(kept.key)
          .toString('base64url'),
      };
    },
  };
}
