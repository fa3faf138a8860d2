import type { Announcement } from '../../kernel/events.ts'

/** Something about a world has changed; `ids.authorId` is its author. */
export const worldChanged = (id: string, authorId: string): Announcement => ({
  topic: 'world.changed',
  subject: id,
  ids: { authorId },
})

/** A world was hidden for good. */
export const worldDeleted = (id: string, authorId: string): Announcement => ({
  topic: 'world.deleted',
  subject: id,
  ids: { authorId },
})
