/** What we say to an authenticator and what it says to us: the words of WebAuthn end here. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { Problem } from '../../kernel/problem.ts'
import { type Challenges, challengeLifetimeMs } from './challenges.ts'
import { StaffAccessError } from './errors.ts'

/** The desk as a browser knows it: `id` is its domain, `origin` its address. */
export type RelyingParty = { id: string; name: string; origin: string }

/** The key itself as text, base64url. */
export type Passkey = { id: string; publicKey: string; counter: number; transports: string[] }

export type PasskeyRegistrationOptions = PublicKeyCredentialCreationOptionsJSON
export type PasskeySignInOptions = PublicKeyCredentialRequestOptionsJSON

export type Ceremonies = {
  registrationOptions(
    site: RelyingParty,
    purpose: string,
    person: { id: string; name: string; known: readonly { id: string; transports: string[] }[] },
  ): Promise<PasskeyRegistrationOptions>
  /** The new passkey, if all is right with it. */
  verifyRegistration(site: RelyingParty, purpose: string, response: unknown): Promise<Passkey>
  signInOptions(site: RelyingParty): Promise<PasskeySignInOptions>
  /** The passkey's new counter, if all is right with what it signed. */
  verifySignIn(site: RelyingParty, passkey: Passkey, response: unknown): Promise<number>
}

/** Ed25519, ECDSA on P-256, RSA: what every browser of today can do. */
const algorithms = [-8, -7, -257]

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

const signInPurpose = 'sign in'

/** Brought when the first passkey is asked for: most of what a process does needs none of it. */
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
    async signInOptions(site) {
      const { generateAuthenticationOptions } = await loadWebAuthn()
      return generateAuthenticationOptions({
        rpID: site.id,
        challenge: await challenges.create(signInPurpose),
        timeout: challengeLifetimeMs,
        userVerification: 'preferred',
      })
    },
    async verifySignIn(site, passkey, response) {
      const { verifyAuthenticationResponse } = await loadWebAuthn()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: (challenge) => challenges.consume(signInPurpose, challenge),
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

/** Which passkey answers, and whose it says it is. */
export function parsePasskeyClaim(response: unknown): { passkeyId: string; staffId: string } {
  const { id, response: signed } = Object(response) as { id?: unknown; response?: unknown }
  const { userHandle } = Object(signed) as { userHandle?: unknown }
  if (typeof id !== 'string' || typeof userHandle !== 'string') {
    throw new StaffAccessError('wrong_passkey')
  }
  return { passkeyId: id, staffId: Buffer.from(userHandle, 'base64url').toString() }
}

/** What the library finds wrong is not for people; what is wrong with our store is not the passkey's. */
function toAccessError(error: unknown): never {
  throw error instanceof Problem ? error : new StaffAccessError('wrong_passkey')
}
