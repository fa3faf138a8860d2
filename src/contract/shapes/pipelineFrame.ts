/** Types of the messages that the server sends over the legacy websocket. */
export type FrameType =
  | 'notification'
  | 'response-notification'
  | 'see-notification'
  | 'hide-notification'
  | 'clear-notification'
  | 'notification-v2'
  | 'notification-v2-update'
  | 'notification-v2-delete'
  | 'friend-add'
  | 'friend-delete'
  | 'friend-online'
  | 'friend-active'
  | 'friend-offline'
  | 'friend-update'
  | 'friend-location'
  | 'user-update'
  | 'user-location'
  | 'group-joined'
  | 'group-left'
  | 'group-member-updated'
  | 'group-role-updated'
  | 'instance-closed'
  | 'instance-queue-joined'
  | 'instance-queue-position'
  | 'instance-queue-ready'
  | 'instance-queue-left'
  | 'content-refresh'

/** A message of the legacy websocket. Its content is sent as a string of JSON; some types have none. */
export interface Frame {
  readonly type: FrameType
  readonly content?: unknown
}
