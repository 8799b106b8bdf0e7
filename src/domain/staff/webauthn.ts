/** WebAuthn registration and authentication. The only file that uses the WebAuthn library. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { Problem } from '../../kernel/problem.ts'
import { type Challenges, challengeLifetimeMs } from './challenges.ts'
import { StaffAccessError } from './errors.ts'

/** The desk as WebAuthn relying party: `id` is its domain, `origin` its URL. */
export type RelyingParty = { id: string; name: string; origin: string }

/** The public key is base64url. */
export type Passkey = { id: string; publicKey: string; counter: number; transports: string[] }

export type PasskeyRegistrationOptions = PublicKeyCredentialCreationOptionsJSON
export type PasskeySignInOptions = PublicKeyCredentialRequestOptionsJSON

export type Ceremonies = {
  registrationOptions(
    site: RelyingParty,
    purpose: string,
    person: { id: string; name: string; known: readonly { id: string; transports: string[] }[] },
  ): Promise<PasskeyRegistrationOptions>
  verifyRegistration(site: RelyingParty, purpose: string, response: unknown): Promise<Passkey>
  /** With `known`, only for these passkeys. */
  signInOptions(
    site: RelyingParty,
    purpose: string,
    known?: readonly { id: string }[],
  ): Promise<PasskeySignInOptions>
  /** Returns the new signature counter. */
  verifySignIn(
    site: RelyingParty,
    purpose: string,
    passkey: Passkey,
    response: unknown,
  ): Promise<number>
}

/** Ed25519, ECDSA with P-256, RSA: supported by all current browsers. */
const algorithms = [-8, -7, -257]

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** Loaded on first use, because most processes never need it. */
const loadWebAuthn = () => import('@simplewebauthn/server')

export function createCeremonies(challenges: Challenges): Ceremonies {
  return {
    async registrationOptions(site, purpose, { id, name, known }) {
      const { generateRegistrationOptions } = await loadWebAuthn()
      return generateRegistrationOptions({
        rpID: site.id,
        rpName: site.name,
        userID: Buffer.from(id),
        userName: name,
        userDisplayName: name,
        challenge: await challenges.create(purpose),
        timeout: challengeLifetimeMs,
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: [...known],
      })
    },
    async verifyRegistration(site, purpose, response) {
      const { verifyRegistrationResponse } = await loadWebAuthn()
      const { registrationInfo } = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: (challenge) => challenges.consume(purpose, challenge),
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        requireUserVerification: false,
        supportedAlgorithmIDs: algorithms,
      }).catch(toAccessError)
      if (!registrationInfo) throw new StaffAccessError('wrong_passkey')
      const { id, publicKey, counter, transports } = registrationInfo.credential
      return {
        id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: knownTransports.filter(
          (one) => Array.isArray(transports) && transports.includes(one),
        ),
      }
    },
    async signInOptions(site, purpose, known) {
      const { generateAuthenticationOptions } = await loadWebAuthn()
      return generateAuthenticationOptions({
        rpID: site.id,
        challenge: await challenges.create(purpose),
        timeout: challengeLifetimeMs,
        userVerification: 'preferred',
        ...(known && { allowCredentials: known.map(({ id }) => ({ id })) }),
      })
    },
    async verifySignIn(site, purpose, passkey, response) {
      const { verifyAuthenticationResponse } = await loadWebAuthn()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: (challenge) => challenges.consume(purpose, challenge),
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        requireUserVerification: false,
        credential: { ...passkey, publicKey: Buffer.from(passkey.publicKey, 'base64url') },
      }).catch(toAccessError)
      if (!verified) throw new StaffAccessError('wrong_passkey')
      return authenticationInfo.newCounter
    },
  }
}

/** The passkey and the member that the unverified response names. */
export function parsePasskeyClaim(response: unknown): { passkeyId: string; staffId: string } {
  const { id, response: signed } = Object(response) as { id?: unknown; response?: unknown }
  const { userHandle } = Object(signed) as { userHandle?: unknown }
  if (typeof id !== 'string' || typeof userHandle !== 'string') {
    throw new StaffAccessError('wrong_passkey')
  }
  return { passkeyId: id, staffId: Buffer.from(userHandle, 'base64url').toString() }
}

/** Hides error messages of the library, but passes problems of the database on. */
function toAccessError(error: unknown): never {
  throw error instanceof Problem ? error : new StaffAccessError('wrong_passkey')
}
