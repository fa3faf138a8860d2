import type { DeclaredTables } from '../../kernel/personalData.ts'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  Instance: { of: ['creatorId', 'ownerId'] },
  Occupant: { of: ['userId'] },
  InstanceQueueEntry: { of: ['userId'] },
  InstanceKick: { of: ['userId'] },
  RecentLocation: { of: ['userId'] },
}
