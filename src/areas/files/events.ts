import type { Announcement } from '../../kernel/events.ts'
import type { UserId } from '../../kernel/ids.ts'

/** What a client may call content that has changed. */
export type ContentType =
  | 'gallery'
  | 'icon'
  | 'emoji'
  | 'sticker'
  | 'print'
  | 'avatar'
  | 'world'
  | 'avatargallery'
  | 'invitePhoto'
  | 'prop'
  | 'file'

export interface ContentChange {
  readonly contentType: ContentType
  readonly actionType: 'created' | 'updated' | 'deleted'
  readonly fileId?: string
  /** Of the world, prop or print. */
  readonly itemId?: string
}

/** Content of a person has changed; only that person hears of it. */
export const contentChanged = (owner: UserId, change: ContentChange): Announcement => ({
  topic: 'content.changed',
  subject: owner,
  ids: {
    contentType: change.contentType,
    actionType: change.actionType,
    ...(change.fileId !== undefined && { fileId: change.fileId }),
    ...(change.itemId !== undefined && { itemId: change.itemId }),
  },
})
