/** The address of a member's calendar feed: a calendar cannot sign in, so the address is the key. */
import type { StaffContext } from './context.ts'
import { findMember, type Member } from './member.ts'
import { isEqualConstantTime, keyedHash } from './tokens.ts'

export type CalendarFeeds = {
  /** 32 characters; another one after `renewFeed`. */
  feedKey(member: Member): string
  /** Whose feed it is, if the key is right and they may still come. */
  findMemberByFeedKey(id: string, key: string): Promise<Member | undefined>
}

export function createCalendarFeeds({ store, secret }: StaffContext): CalendarFeeds {
  const feedKey = ({ id, feed }: Member) => keyedHash(secret, 'feed', `${id} ${feed}`).slice(0, 32)

  return {
    feedKey,
    async findMemberByFeedKey(id, key) {
      const member = await findMember(store.read, id)
      if (!member || member.revokedAt !== undefined) return undefined
      return isEqualConstantTime(key, feedKey(member)) ? member : undefined
    },
  }
}
