import type { PresenceStatus } from '../../../kernel/presence.ts'

/** Whether a person with this status appears online to others. */
export const isStatusVisible = (status: string): boolean => status !== 'offline'

/** Presence that friends see: always offline for a person with the status `offline`. */
export const presenceVisibleToFriends = (status: string, presence: PresenceStatus = 'offline'): PresenceStatus =>
  isStatusVisible(status) ? presence : 'offline'

/** Whether friends see the last visit of a person with this status. */
export const showsLastVisit = isStatusVisible

const LOCATION_SHARING_STATUSES: readonly string[] = ['active', 'join me']
const SHARED_INSTANCE_TYPES: readonly string[] = ['public', 'hidden', 'friends']

/** Whether friends see the location of a person with this status. */
export const sharesLocation = (status: string): boolean => LOCATION_SHARING_STATUSES.includes(status)

/** Whether friends see the instance of a person with this status, by the instance's type. */
export const sharesInstance = (status: string, type: string): boolean =>
  sharesLocation(status) && SHARED_INSTANCE_TYPES.includes(type)
