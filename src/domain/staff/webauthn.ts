/** What we say to an authenticator and what it says to us: the words of WebAuthn end here. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { Problem } from '../../kernel/problem.ts'
import { type Challenges, challengeLasts } from './challenges.ts'
import { StaffRefusal } from './errors.ts'

/** The desk as a browser knows it: `id` is its domain, `origin` its address. */
export type Site = { id: string; name: string; origin: string }

/** The key itself as text, base64url. */
export type Passkey = { id: string; publicKey: string; counter: number; transports: string[] }

export type RegistrationOptions = PublicKeyCredentialCreationOptionsJSON
export type SignInOptions = PublicKeyCredentialRequestOptionsJSON

export type Ceremonies = {
  registration(
    site: Site,
    purpose: string,
    person: { id: string; name: string; known: readonly { id: string; transports: string[] }[] },
  ): Promise<RegistrationOptions>
  /** The new passkey, if all is right with it. */
  readRegistration(site: Site, purpose: string, response: unknown): Promise<Passkey>
  signIn(site: Site): Promise<SignInOptions>
  /** The passkey's new counter, if all is right with what it signed. */
  readSignIn(site: Site, passkey: Passkey, response: unknown): Promise<number>
}

/** Ed25519, ECDSA on P-256, RSA: what every browser of today can do. */
const algorithms = [-8, -7, -257]

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

const signingIn = 'sign in'

/** Brought when the first passkey is asked for: most of what a process does needs none of it. */
const webauthn = () => import('@simplewebauthn/server')

export function createCeremonies(challenges: Challenges): Ceremonies {
  return {
    async registration(site, purpose, { id, name, known }) {
      const { generateRegistrationOptions } = await webauthn()
      return generateRegistrationOptions({
        rpID: site.id,
        rpName: site.name,
        userID: Buffer.from(id),
        userName: name,
        userDisplayName: name,
        challenge: await challenges.make(purpose),
        timeout: challengeLasts,
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: [...known],
      })
    },
    async readRegistration(site, purpose, response) {
      const { verifyRegistrationResponse } = await webauthn()
      const { registrationInfo } = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: (challenge) => challenges.use(purpose, challenge),
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        requireUserVerification: false,
        supportedAlgorithmIDs: algorithms,
      }).catch(asRefusal)
      if (!registrationInfo) throw new StaffRefusal('wrong_passkey')
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
    async signIn(site) {
      const { generateAuthenticationOptions } = await webauthn()
      return generateAuthenticationOptions({
        rpID: site.id,
        challenge: await challenges.make(signingIn),
        timeout: challengeLasts,
        userVerification: 'preferred',
      })
    },
    async readSignIn(site, passkey, response) {
      const { verifyAuthenticationResponse } = await webauthn()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: (challenge) => challenges.use(signingIn, challenge),
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        requireUserVerification: false,
        credential: { ...passkey, publicKey: Buffer.from(passkey.publicKey, 'base64url') },
      }).catch(asRefusal)
      if (!verified) throw new StaffRefusal('wrong_passkey')
      return authenticationInfo.newCounter
    },
  }
}

/** Which passkey answers, and whose it says it is. */
export function claimOf(response: unknown): { passkeyId: string; staffId: string } {
  const { id, response: signed } = Object(response) as { id?: unknown; response?: unknown }
  const { userHandle } = Object(signed) as { userHandle?: unknown }
  if (typeof id !== 'string' || typeof userHandle !== 'string') {
    throw new StaffRefusal('wrong_passkey')
  }
  return { passkeyId: id, staffId: Buffer.from(userHandle, 'base64url').toString() }
}

/** What the library finds wrong is not for people; what is wrong with our store is not the passkey's. */
function asRefusal(error: unknown): never {
  throw error instanceof Problem ? error : new StaffRefusal('wrong_passkey')
}
