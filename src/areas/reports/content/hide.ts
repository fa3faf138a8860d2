import { type Id, isId } from '../../../kernel/ids.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { hideAvatar, showAvatar } from '../../avatars/avatar/update.ts'
import { hideEvent, lockStandingEvent, showEvent } from '../../calendar/event/hide.ts'
import { hideImage, showImage } from '../../files/hide.ts'
import { hideGroup, showGroup } from '../../groups/group/update.ts'
import { lockGroup } from '../../groups/locks.ts'
import { removeOccupantsOfWorld } from '../../instances/close.ts'
import { printFileId } from '../../prints/prints.ts'
import { hideProp, showProp } from '../../props/hide.ts'
import { resetProfile } from '../../users/profile/profile.ts'
import { hideWorld, showWorld } from '../../worlds/world/publish.ts'
import { contentNotSupported } from '../responsible.ts'
import { kindOfContent } from './kinds.ts'

/** The id of what can be shown again once it was hidden, which a profile can not. */
export type ShownId = Id<'world' | 'avatar' | 'group' | 'prop' | 'calendarEvent' | 'file' | 'print'>

/** Whether hidden content with this id can be shown again, which a profile can not. */
export const canBeShown = (contentId: string): contentId is ShownId => kindOfContent(contentId) !== undefined

/** Locks content that is locked before reports: a group, or an event with its group. Throws `missing`. */
export async function lockBeforeReport(tx: ViewerTransaction, contentId: string): Promise<void> {
  if (isId('group', contentId)) await lockGroup(tx, contentId)
  else if (isId('calendarEvent', contentId)) await lockStandingEvent(tx, contentId)
}

/** Hides content, or empties a profile. Throws `missing`, `conflict`, and `invalid` for other kinds. */
export async function hideLocked(tx: ViewerTransaction, contentId: string): Promise<void> {
  if (isId('user', contentId)) return resetProfile(tx, contentId)
  if (isId('world', contentId)) {
    await hideWorld(tx, contentId)
    return removeOccupantsOfWorld(tx, contentId)
  }
  if (isId('group', contentId)) return hideGroup(tx, contentId)
  if (isId('avatar', contentId)) return void (await hideAvatar(tx, contentId))
  return hideSmall(tx, contentId)
}

async function hideSmall(tx: ViewerTransaction, contentId: string): Promise<void> {
  if (isId('prop', contentId)) await hideProp(tx, contentId)
  else if (isId('calendarEvent', contentId)) await hideEvent(tx, contentId)
  else if (isId('file', contentId)) await hideImage(tx, contentId)
  else if (isId('print', contentId)) await hideImage(tx, await printFileId(tx, contentId))
  else throw contentNotSupported()
}

/** Shows hidden content again. Groups and events are locked before. Throws `missing`, `conflict`. */
export async function showLocked(tx: ViewerTransaction, id: ShownId): Promise<void> {
  if (isId('world', id)) await showWorld(tx, id)
  else if (isId('avatar', id)) await showAvatar(tx, id)
  else if (isId('group', id)) await showGroup(tx, id)
  else if (isId('prop', id)) await showProp(tx, id)
  else if (isId('calendarEvent', id)) await showEvent(tx, id)
  else if (isId('file', id)) await showImage(tx, id)
  else if (isId('print', id)) await showImage(tx, await printFileId(tx, id))
}

interface Hidden {
  readonly contentId: string
  /** Explanation to the person responsible; empty for none. */
  readonly reason: string
}

/** Notes who has hidden content and why, which the database has entered as hidden. */
export const noteHiding = ({ db, now, viewer }: ViewerTransaction, { contentId, reason }: Hidden) =>
  db.hiddenContent.updateMany({ where: { contentId }, data: { hiddenById: viewer.id, reason, hiddenAt: now } })
