import type { Prisma } from '../../../generated/prisma/client.ts'
import { assertUnchanged, type ConditionalChange } from '../../../kernel/changedSince.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { appendGroupAudit, changesOf, readNames } from '../auditLog/entries.ts'
import { groupChanged } from '../events.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { lockGroup } from '../locks.ts'
import { assertOwnImage, assertSubscriber } from '../policy.ts'
import { drawGroupCode } from '../queries.ts'
import { groupNameFields, groupTextRules, parseShortCode } from './create.ts'

/** What is to change of a group; omitted fields stay. */
interface GroupChange extends ConditionalChange {
  readonly name?: string | undefined
  readonly shortCode?: string | undefined
  readonly description?: string | undefined
  readonly joinState?: 'open' | 'request' | 'invite' | 'closed' | undefined
  /** Null takes the picture away. */
  readonly iconId?: string | null | undefined
  readonly bannerId?: string | null | undefined
  readonly languages?: readonly string[] | undefined
  readonly links?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly rules?: string | undefined
  readonly allowGroupJoinPrompt?: boolean | undefined
}

/**
 * Changes the details of a group; a new short code comes with a new random number. Throws `missing`; `forbidden` without
 * the right, and for a new picture without a subscription; `invalid` for bad fields, pictures of others and a short code
 * without a free number; `exhausted` for the second new short code within seven days.
 */
export const updateGroup = (scope: ViewerScope, groupId: GroupId, change: GroupChange): Promise<void> =>
  tellingAllFaults(
    () => groupChangeRules(scope, groupId, change),
    () =>
      groupAct(scope, { act: 'updateGroup', groupId, needs: 'group-data-manage' }, (act) => updateInAct(act, change)),
  )

/** The rules for what is given of a change. */
export const groupChangeRules = (scope: ViewerScope, groupId: string, change: GroupChange): InputRule[] => [
  ...groupTextRules(change),
  () => assertKnownImage(scope, groupId, 'iconId', change.iconId),
  () => assertKnownImage(scope, groupId, 'bannerId', change.bannerId),
]

/** Throws `invalid` unless an image is the one that stands, or a complete one of the viewer's own. */
async function assertKnownImage(
  scope: ViewerScope,
  groupId: string,
  field: 'iconId' | 'bannerId',
  fileId: string | null | undefined,
): Promise<void> {
  if (!fileId || (await scope.db.group.count({ where: { id: groupId, [field]: fileId } })) > 0) return
  await assertOwnImage(scope, field, fileId, scope.viewer.id)
}

async function updateInAct({ tx, access: { group } }: GroupAct, change: GroupChange): Promise<void> {
  assertUnchanged(group, change)
  for (const rule of groupChangeRules(tx, group.id, change)) await rule()
  await assertCanChangePictures(tx, group, change)
  const code = await changedCode(tx, group, change.shortCode)
  const after = { ...changedColumns(group, change), ...code }
  const changes = changesOf(auditedFields(group), auditedFields({ ...group, ...after }))
  if (Object.keys(changes).length === 0) return
  const data = { ...after, ...(code && { codeChangedAt: tx.now }), updatedAt: tx.now }
  const { name } = await tx.db.group.update({ where: { id: group.id }, data })
  const nameOf = await readNames(tx, [tx.viewer.id])
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: 'group.update',
    targetId: group.id,
    description: `Group ${name} updated by ${nameOf(tx.viewer.id)}.`,
    data: changes,
  })
  tx.emit(groupChanged(group.id))
}

type StandingGroup = GroupAct['access']['group']

/** Throws `forbidden` for a new picture without a subscription. */
async function assertCanChangePictures(
  tx: ViewerScope,
  group: StandingGroup,
  { iconId, bannerId }: GroupChange,
): Promise<void> {
  const isNew = (given: string | null | undefined, standing: string | null) => Boolean(given) && given !== standing
  if (isNew(iconId, group.iconId) || isNew(bannerId, group.bannerId))
    await assertSubscriber(tx, 'You need a subscription to change the icon or banner of a group.')
}

/** A group has a short code for this time at least, once it was changed. */
const CODE_INTERVAL = 7 * DAY

/** A code with a new number, or undefined for none or the one that stands. Throws `exhausted` for a second one in 7 days. */
async function changedCode(tx: GroupAct['tx'], group: StandingGroup, given: string | undefined) {
  const shortCode = given === undefined ? group.shortCode : parseShortCode(given)
  if (shortCode === group.shortCode) return undefined
  const free = group.codeChangedAt && addMilliseconds(group.codeChangedAt, CODE_INTERVAL)
  if (free && free > tx.now)
    throw new Failure('exhausted', 'The short code of a group can be changed once in 7 days.', {
      reason: 'rate_limited',
      field: 'shortCode',
      retryAfter: Math.ceil((free.getTime() - tx.now.getTime()) / 1_000),
    })
  return drawGroupCode(tx, group.id, shortCode)
}

/** The columns of the group after a change but for those of the short code. */
const changedColumns = (group: StandingGroup, change: GroupChange) => ({
  ...(change.name !== undefined && groupNameFields(change.name)),
  ...changedLists(group, change),
  description: change.description ?? group.description,
  joinState: change.joinState ?? group.joinState,
  allowGroupJoinPrompt: change.allowGroupJoinPrompt ?? group.allowGroupJoinPrompt,
  iconId: change.iconId === undefined ? group.iconId : change.iconId,
  bannerId: change.bannerId === undefined ? group.bannerId : change.bannerId,
  // Clients clear the rules by an empty text.
  rules: (change.rules ?? group.rules) || null,
})

const changedLists = (group: StandingGroup, { languages, links, tags }: GroupChange) => ({
  languages: distinct(languages ?? group.languages),
  links: distinct(links ?? group.links),
  tags: distinct(tags ?? group.tags),
})

const distinct = (texts: readonly string[]) => [...new Set(texts)]

/** The fields whose changes the audit log of a group shows. */
const auditedFields = (group: StandingGroup): Prisma.JsonObject => ({
  name: group.name,
  shortCode: group.shortCode,
  discriminator: group.discriminator,
  description: group.description,
  joinState: group.joinState,
  iconId: group.iconId,
  bannerId: group.bannerId,
  languages: group.languages,
  links: group.links,
  tags: group.tags,
  rules: group.rules,
  allowGroupJoinPrompt: group.allowGroupJoinPrompt,
})

/**
 * Hides a group from everybody but its members and admins until `showGroup`; only admins may call it. Throws `missing`, and
 * `conflict` for a group that is hidden already.
 */
export async function hideGroup(tx: ViewerTransaction, id: GroupId): Promise<void> {
  const { hiddenAt } = await lockGroup(tx, id)
  if (hiddenAt !== null) throw new Failure('conflict', 'This group is hidden already', { reason: 'already_hidden' })
  await writeHiddenAt(tx, id, tx.now)
}

/** Undoes `hideGroup`. Throws `missing`, and `conflict` for a group that no admin has hidden. */
export async function showGroup(tx: ViewerTransaction, id: GroupId): Promise<void> {
  const { hiddenAt } = await lockGroup(tx, id)
  if (hiddenAt === null) throw new Failure('conflict', 'This group is not hidden', { reason: 'not_hidden' })
  await writeHiddenAt(tx, id, null)
}

async function writeHiddenAt(tx: ViewerTransaction, id: GroupId, hiddenAt: Date | null): Promise<void> {
  await tx.db.group.update({ where: { id }, data: { hiddenAt, updatedAt: tx.now } })
  tx.emit(groupChanged(id))
}

/** Marks a group as verified by the platform, or not any longer. Throws `forbidden` unless an admin acts, `missing`. */
export const verifyGroup = (scope: ViewerScope, id: GroupId, isVerified: boolean): Promise<void> =>
  staffAct(scope, 'verifyGroup', async (tx) => {
    await lockGroup(tx, id)
    const data = { isVerified, updatedAt: tx.now }
    const { ownerId: aboutId } = await tx.db.group.update({ where: { id }, data })
    tx.emit(groupChanged(id))
    return { subjectId: id, aboutId, details: { isVerified } }
  })
