import type { Standing } from '../../kernel/presence.ts'

/** Whether a person who has set this status is seen by others when they are here. */
export const isSeen = (status: string): boolean => status !== 'offline'

/** How a person who has set this status and stands so appears to others: whoever wants to be seen by nobody is away. */
export const appearsAs = (status: string, standing: Standing = 'offline'): Standing =>
  isSeen(status) ? standing : 'offline'

/** Whether friends are told when a person who has set this status was last here. */
export const showsVisits = isSeen

const OPEN_STATUSES: readonly string[] = ['active', 'join me']
const OPEN_TYPES: readonly string[] = ['public', 'hidden', 'friends']

/** Whether a person who has set this status lets friends know where they are. */
export const isOpen = (status: string): boolean => OPEN_STATUSES.includes(status)

/** Whether friends are told in which instance a person is who has set this status, by the instance's type. */
export const showsPlace = (status: string, type: string): boolean => isOpen(status) && OPEN_TYPES.includes(type)
