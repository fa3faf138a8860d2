import type { Announcement } from '../../kernel/events.ts'

/** A person's feed has grown: `ids.seq` is the number of its last entry. Only that person hears of it. */
export const feedAppended = (userId: string, seq: bigint): Announcement => ({
  topic: 'feed.appended',
  subject: userId,
  ids: { seq: String(seq) },
})
