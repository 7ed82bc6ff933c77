import type {
  NewCredential,
  PasskeyCreation,
  PasskeyProof,
  PasskeyRequest,
} from '#contract/account/passkey.ts';

/** Browsers offer passkeys only on secure origins. */
export const canUsePasskeys = (): boolean => window.PublicKeyCredential !== undefined;

/** Why the browser returned no passkey: canceled, timed out, or a key of this account is already on the device. */
export type Unmade = 'aborted' | 'exists';

export async function createPasskey(options: PasskeyCreation): Promise<NewCredential | Unmade> {
  const { startRegistration, WebAuthnError } = await import('@simplewebauthn/browser');
  try {
    const { id, response } = await startRegistration({ optionsJSON: options });
    return {
      credentialId: id,
      clientDataJSON: response.clientDataJSON,
      attestationObject: response.attestationObject,
      transports: response.transports ?? [],
    };
  } catch (error) {
    const known =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    return known ? 'exists' : 'aborted';
  }
}

/** null if the browser read no passkey. */
export async function provePasskey(request: PasskeyRequest): Promise<PasskeyProof | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    const { id, response } = await startAuthentication({ optionsJSON: request });
    const { clientDataJSON, authenticatorData, signature } = response;
    return { credentialId: id, clientDataJSON, authenticatorData, signature };
  } catch {
    return null;
  }
}
