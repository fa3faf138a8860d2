import { defineEvent } from '../../kernel/events.ts'
import type { AvatarId } from '../../kernel/ids.ts'

/** An avatar was created, changed, deleted, hidden or shown. */
export const avatarChanged = defineEvent<AvatarId>('avatar.changed', 'subject')
/** The state of the making of an avatar's impostors has changed. */
export const impostorJobChanged = defineEvent<AvatarId, { readonly jobId: string }>('impostorJob.changed', 'subject')

export const avatarEvents = [avatarChanged, impostorJobChanged]
