import { ID_PREFIXES, siblingId } from '../../kernel/ids.ts'

/**
 * The id of a notification in the graph, where an id has one type: always with the prefix `not_`. A friend request is
 * stored with the prefix `frq_`, which names the request there.
 */
export const graphNotificationId = (id: string): string =>
  id.startsWith(FRIEND_REQUEST) ? siblingId('notification', id) : id

const FRIEND_REQUEST = `${ID_PREFIXES.friendRequest}_`

/** The ids under which a notification with this id may be stored. */
export const storedNotificationIds = (id: string): string[] => [
  siblingId('notification', id),
  siblingId('friendRequest', id),
]
