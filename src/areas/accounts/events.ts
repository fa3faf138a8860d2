import { defineEvent } from '../../kernel/events.ts'
import type { SessionId, UserId } from '../../kernel/ids.ts'
import type { SessionEndReason } from '../../kernel/sessionEnd.ts'

/** `userId` is the owner of the session. */
type SessionIds = { readonly userId: UserId }

export const sessionCreated = defineEvent<SessionId, SessionIds>('session.created')
/** The second factor was given, or other data of the session changed. */
export const sessionChanged = defineEvent<SessionId, SessionIds>('session.changed')
/** `reason` is why it has ended. */
export const sessionRevoked = defineEvent<SessionId, SessionIds & { readonly reason: SessionEndReason }>(
  'session.revoked',
)
/** Data that all sessions of the person depend on changed: roles, a pending deletion, a suspension. */
export const accountChanged = defineEvent<UserId>('account.changed')
/** The person's public profile or own record changed. */
export const userChanged = defineEvent<UserId>('user.changed', 'profileFriends')
/** What only the person sees of the own record changed. */
export const ownRecordChanged = defineEvent<UserId>('ownRecord.changed', 'subject')
/** A list of a person's own: what they have marked of others, or sent to them. */
export type OwnList = 'favorites' | 'notes' | 'moderations' | 'blockedAvatars' | 'friendRequests' | 'invites'
type OwnListIds = {
  readonly list: OwnList
  /** What the entry is about; left out for several entries. */
  readonly targetId?: string
  /** Id of the sent invite that was taken back. */
  readonly sentInviteId?: string
}
/** A list that only the person sees has changed. Only the subject may hear of it, never whom the entry is about. */
export const ownListChanged = defineEvent<UserId, OwnListIds>('ownList.changed', 'subject')
/** The person set or unset the status `offline`, which hides presence from others. */
export const appearanceChanged = defineEvent<UserId>('appearance.changed', 'profileFriends')
/** The person's location changed, or whether friends see it. */
export const whereaboutsChanged = defineEvent<string>('whereabouts.changed', 'presenceFriends')

export const accountEvents = [
  sessionCreated,
  sessionChanged,
  sessionRevoked,
  accountChanged,
  userChanged,
  ownRecordChanged,
  ownListChanged,
  appearanceChanged,
  whereaboutsChanged,
]
