import type { Announcement } from '../../kernel/events.ts'
import type { SessionId, UserId } from '../../kernel/ids.ts'

/** What this area announces. The subject of a session's event is the session, `ids.userId` is its owner. */
export const sessionCreated = (id: SessionId, userId: UserId): Announcement => ({
  topic: 'session.created',
  subject: id,
  ids: { userId },
})
/** The second factor was given, or what a request needs to know of the session changed. */
export const sessionChanged = (id: SessionId, userId: UserId): Announcement => ({
  topic: 'session.changed',
  subject: id,
  ids: { userId },
})
export const sessionRevoked = (id: SessionId, userId: UserId): Announcement => ({
  topic: 'session.revoked',
  subject: id,
  ids: { userId },
})
/** Something that every session of the person carries has changed: rights, a pending deletion. */
export const accountChanged = (userId: UserId): Announcement => ({ topic: 'account.changed', subject: userId })
/** The record that others see, or the person's own, has changed. */
export const userChanged = (userId: UserId): Announcement => ({ topic: 'user.changed', subject: userId })
/** Whether others see that the person is here has changed, because the person wants it so. */
export const appearanceChanged = (userId: UserId): Announcement => ({ topic: 'appearance.changed', subject: userId })
/** The person is in another place, or friends are told of it otherwise than before. */
export const whereaboutsChanged = (userId: string): Announcement => ({ topic: 'whereabouts.changed', subject: userId })
