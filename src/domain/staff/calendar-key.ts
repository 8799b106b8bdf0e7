/** The address of a member's calendar feed: a calendar cannot sign in, so the address is the key. */
import type { Ground } from './context.ts'
import { findMember, type Member } from './member.ts'
import { isSame, keyedHash } from './tokens.ts'

export type Feeds = {
  /** 32 characters; another one after `renewFeed`. */
  feedKey(member: Member): string
  /** Whose feed it is, if the key is right and they may still come. */
  memberOfFeed(id: string, key: string): Promise<Member | undefined>
}

export function createFeeds({ store, secret }: Ground): Feeds {
  const feedKey = ({ id, feed }: Member) => keyedHash(secret, 'feed', `${id} ${feed}`).slice(0, 32)

  return {
    feedKey,
    async memberOfFeed(id, key) {
      const member = await findMember(store.read, id)
      if (!member || member.revokedAt !== undefined) return undefined
      return isSame(key, feedKey(member)) ? member : undefined
    },
  }
}
