import { defineEvent } from '../../kernel/events.ts'
import type { UserId } from '../../kernel/ids.ts'

/** Kinds of content that clients derive from the tags of a file. */
export const TAGGED_CONTENT = ['gallery', 'icon', 'emoji', 'sticker', 'print', 'avatargallery', 'invitePhoto'] as const

/** Kind of content, as clients of the legacy websocket name it. */
export type ContentType = (typeof TAGGED_CONTENT)[number] | 'avatar' | 'world' | 'prop' | 'file'

export type ContentChange = {
  readonly contentType: ContentType
  readonly actionType: 'created' | 'updated' | 'deleted'
  readonly fileId?: string
  /** Id of the world, prop or print. */
  readonly itemId?: string
}

/** A person's content was created, updated or deleted. */
export const contentChanged = defineEvent<UserId, ContentChange>('content.changed', 'subject')

export const fileEvents = [contentChanged]
