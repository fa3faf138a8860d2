import type { Announcement } from '../../kernel/events.ts'

/** Somebody came into an instance of a world, or left one. */
export const occupancyChanged = (worldId: string): Announcement => ({ topic: 'occupancy.changed', subject: worldId })

/** An instance was closed; one announcement for each person who is told. */
export const instanceClosed = (userId: string, location: string): Announcement => ({
  topic: 'instance.closed',
  subject: userId,
  ids: { location },
})
