import type { Frame } from '../../contract/shapes/frame.ts'
import type { Announcement } from '../../kernel/events.ts'

/** Clients load the lists of this kind anew when they hear of a change; an update is a making to them. */
const ACTION: Readonly<Record<string, string>> = { created: 'created', updated: 'created', deleted: 'deleted' }

/** What the legacy websocket tells a person whose content has changed. */
export const contentFrame = ({ ids = {} }: Announcement): Frame => ({
  type: 'content-refresh',
  content: {
    contentType: ids.contentType,
    actionType: ACTION[ids.actionType ?? ''],
    fileId: ids.fileId ?? '',
    ...(ids.itemId !== undefined && { itemId: ids.itemId, itemType: ids.contentType }),
  },
})
