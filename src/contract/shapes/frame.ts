/** What the legacy websocket tells, by the names its clients know. */
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
  | 'instance-closed'
  | 'content-refresh'

/** One message of the legacy websocket. Its content goes as JSON in a string; some types have none. */
export interface Frame {
  readonly type: FrameType
  readonly content?: unknown
}
