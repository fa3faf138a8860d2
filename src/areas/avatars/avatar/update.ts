import type { Prisma } from '../../../generated/prisma/client.ts'
import { assertUnchanged, type ConditionalChange } from '../../../kernel/changedSince.ts'
import { Failure } from '../../../kernel/failure.ts'
import { type AvatarId, trusted } from '../../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { DEFAULT_AVATAR_ID } from '../../accounts/account/currentUser.ts'
import { contentNameFields } from '../../accounts/account/names.ts'
import type { OwnerOrAdminAct } from '../../audit/actNames.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { type ContentChange, contentChanged } from '../../files/events.ts'
import { changedUrl, linkFile, linkRule } from '../../files/links.ts'
import { lockFilesToLink } from '../../files/locks.ts'
import { parseUnitySortKey } from '../../files/unity/packages.ts'
import { avatarChanged } from '../events.ts'
import { type LockedAvatar, lockJudgedAvatar, lockOwnAvatar } from '../locks.ts'
import { canUpdateAvatar } from '../policy.ts'
import { wearersDue } from '../wearing/wearers.ts'
import {
  type AvatarInput,
  assertCanFeature,
  avatarTags,
  IMAGE_RULE,
  incompleteAvatar,
  requestedStatus,
} from './create.ts'
import { ASSET_RULE, hasCompletePackage, packageChange } from './packages.ts'
import { styleColumns, styleRules } from './styles.ts'

/** Changes of an avatar; omitted members stay as they are. */
interface AvatarUpdate extends AvatarInput, ConditionalChange {
  readonly name?: string | undefined
  readonly imageUrl?: string | undefined
}

/**
 * Updates an avatar. An asset is added for its platform or replaces that of the platform; a new asset or picture increases
 * the version by one. Throws `missing`; `forbidden` also for changes of `featured` by others than admins, for making an
 * avatar public that an admin has hidden, and for making the default avatar private; `invalid`, also for public without an
 * asset; `conflict` for a deleted avatar.
 */
export async function updateAvatar(scope: ViewerScope, id: AvatarId, update: AvatarUpdate): Promise<void> {
  await tellingAllFaults(
    () => avatarUpdateRules(scope, id, update),
    () => applyAvatarUpdate(scope, id, update),
  )
}

/** The rules for changes of an avatar of the viewer's; what stays as it is breaks none. */
export async function avatarUpdateRules(scope: ViewerScope, id: AvatarId, update: AvatarUpdate): Promise<InputRule[]> {
  const avatar = await scope.db.avatar.findUnique({ where: { id } })
  if (!avatar || !canUpdateAvatar(scope, avatar)) return []
  const { name, unityVersion, imageUrl, assetUrl, writeNewFiles } = update
  const links = [
    linkRule(scope, changedUrl(scope, avatar, imageUrl), IMAGE_RULE),
    linkRule(scope, assetUrl, ASSET_RULE),
  ]
  return [
    () => name !== undefined && contentNameFields(name),
    () => avatarTags.replaceTags(scope, avatar.tags, update.tags ?? avatar.tags),
    () => unityVersion !== undefined && parseUnitySortKey('unityVersion', unityVersion),
    () => requestedStatus(update.releaseStatus),
    ...styleRules(scope, update),
    // Files that are written with the change are not there yet.
    ...(writeNewFiles ? [] : links),
  ]
}

const applyAvatarUpdate = (scope: ViewerScope, id: AvatarId, update: AvatarUpdate): Promise<void> =>
  changeLockedAvatar(scope, { act: 'updateAvatar', id }, async (tx, avatar) => {
    assertUnchanged(avatar, update)
    await update.writeNewFiles?.(tx)
    await lockFilesToLink(tx, [update.imageUrl, update.assetUrl])
    const parts: readonly AvatarChangeDecision[] = [
      { change: plainFieldChanges(update) },
      { change: await styleColumns(tx, update) },
      featuredDecision(tx, avatar, update),
      { change: statusChange(tx, avatar, update) },
      tagsDecision(tx, avatar, update),
      await imageDecision(tx, avatar, update),
      await packageDecision(tx, avatar, update),
    ]
    const change: AvatarChange = {}
    for (const part of parts) Object.assign(change, part.change)
    return { change, needsAdmin: parts.some(({ needsAdmin }) => needsAdmin) }
  })

const NO_CHANGE: AvatarChangeDecision = { change: {} }
const NEXT_VERSION = { version: { increment: 1 } }

const plainFieldChanges = ({ name, description, searchable }: AvatarUpdate): AvatarChange => ({
  ...(name !== undefined && contentNameFields(name)),
  ...(description !== undefined && { description }),
  ...(searchable !== undefined && { searchable }),
})

function featuredDecision(scope: ViewerScope, avatar: LockedAvatar, { featured }: AvatarUpdate): AvatarChangeDecision {
  if (featured === undefined || featured === avatar.featured) return NO_CHANGE
  assertCanFeature(scope, true)
  return { change: { featured }, needsAdmin: true }
}

function statusChange(tx: ViewerTransaction, avatar: LockedAvatar, update: AvatarUpdate): AvatarChange {
  const status = requestedStatus(update.releaseStatus)
  if (status === undefined || status === avatar.releaseStatus) return {}
  return status === 'public' ? publication(tx, avatar, update) : privacy(tx, avatar)
}

/** What makes an avatar public. Throws `forbidden` if an admin has hidden it, `invalid` without an asset. */
function publication(tx: ViewerTransaction, avatar: LockedAvatar, { assetUrl }: AvatarUpdate): AvatarChange {
  if (avatar.hiddenFrom !== null)
    throw new Failure('forbidden', 'This avatar was hidden by an admin', { reason: 'hidden_by_admin' })
  if (assetUrl === undefined && !hasCompletePackage(avatar.packages)) throw incompleteAvatar()
  return { releaseStatus: 'public', publicationDate: avatar.publicationDate ?? tx.now, ...wearersDue(tx) }
}

/** What makes an avatar private; one that an admin has hidden becomes private once it is shown again. */
function privacy(tx: ViewerTransaction, avatar: LockedAvatar): AvatarChange {
  assertNotDefaultAvatar(avatar)
  if (avatar.hiddenFrom !== null) return { hiddenFrom: 'private' }
  return { releaseStatus: 'private', ...wearersDue(tx) }
}

function tagsDecision(
  tx: ViewerTransaction,
  { tags: before }: LockedAvatar,
  update: AvatarUpdate,
): AvatarChangeDecision {
  if (!update.tags) return NO_CHANGE
  const tags = avatarTags.replaceTags(tx, before, update.tags)
  if (tags.join() === before.join()) return NO_CHANGE
  return { change: { tags, ...wearersDue(tx) }, needsAdmin: avatarTags.changesPlatformTags(before, tags) }
}

async function imageDecision(
  tx: ViewerTransaction,
  avatar: LockedAvatar,
  { imageUrl }: AvatarUpdate,
): Promise<AvatarChangeDecision> {
  const newUrl = changedUrl(tx, avatar, imageUrl)
  if (newUrl === undefined) return NO_CHANGE
  const { url, fileId: imageFileId, isForeign } = await linkFile(tx, newUrl, IMAGE_RULE)
  return { change: { imageUrl: url, imageFileId, ...NEXT_VERSION, ...wearersDue(tx) }, needsAdmin: isForeign }
}

async function packageDecision(
  tx: ViewerTransaction,
  avatar: LockedAvatar,
  update: AvatarUpdate,
): Promise<AvatarChangeDecision> {
  const { assetUrl } = update
  const decision = assetUrl === undefined ? null : await packageChange(tx, avatar, { ...update, assetUrl })
  if (!decision) return NO_CHANGE
  return { ...decision, change: { ...decision.change, ...NEXT_VERSION } }
}

type AvatarChange = Prisma.AvatarUncheckedUpdateInput

interface AvatarChangeDecision {
  readonly change: AvatarChange
  /** Whether the change needs the rights of an admin, even for an avatar of the viewer. */
  readonly needsAdmin?: boolean
}

/**
 * Locks an avatar that the viewer can change, and writes the change that `decide` returns; an empty one keeps the time of
 * the last change. Throws `missing`, `forbidden`, and `conflict` for a deleted avatar.
 */
const changeLockedAvatar = (
  scope: ViewerScope,
  { act, id }: { readonly act: OwnerOrAdminAct; readonly id: AvatarId },
  decide: (tx: ViewerTransaction, avatar: LockedAvatar) => Promise<AvatarChangeDecision>,
): Promise<void> =>
  ownerOrAdminAct(scope, act, async (tx) => {
    const avatar = await lockOwnAvatar(tx, id)
    const { change, needsAdmin = false } = await decide(tx, avatar)
    await writeAvatarChange(tx, avatar, change)
    return { subjectId: id, ownerId: avatar.authorId, needsAdmin }
  })

/** Writes a change of a locked avatar, and emits events. */
export async function writeAvatarChange(
  tx: ViewerTransaction,
  avatar: LockedAvatar,
  change: AvatarChange,
  actionType: ContentChange['actionType'] = 'updated',
): Promise<void> {
  if (Object.keys(change).length === 0) return
  const { id, authorId } = avatar
  await tx.db.avatar.update({ where: { id }, data: { ...change, updatedAt: tx.now } })
  tx.emit(contentChanged(trusted<'user'>(authorId), { contentType: 'avatar', actionType, itemId: id }))
  tx.emit(avatarChanged(trusted<'avatar'>(id)))
}

/** Throws `forbidden` for the avatar of everybody who has no other: it stays public. */
export function assertNotDefaultAvatar({ id }: Pick<LockedAvatar, 'id'>): void {
  if (id === DEFAULT_AVATAR_ID)
    throw new Failure('forbidden', 'The default avatar stays public', { reason: 'default_avatar' })
}

/**
 * Hides an avatar from everybody but its author and admins until `showAvatar`; only admins may call it. Throws `missing`,
 * `forbidden` for the default avatar, and `conflict` for an avatar that is hidden or deleted.
 */
export async function hideAvatar(tx: ViewerTransaction, id: AvatarId): Promise<LockedAvatar> {
  const avatar = await lockJudgedAvatar(tx, id)
  assertNotDefaultAvatar(avatar)
  if (avatar.hiddenFrom !== null)
    throw new Failure('conflict', 'This avatar is hidden already', { reason: 'already_hidden' })
  await writeAvatarChange(tx, avatar, {
    releaseStatus: 'hidden',
    hiddenFrom: avatar.releaseStatus,
    ...wearersDue(tx),
  })
  return avatar
}

/** Undoes `hideAvatar`. Throws `missing`, and `conflict` for an avatar that no admin has hidden or that is deleted. */
export async function showAvatar(tx: ViewerTransaction, id: AvatarId): Promise<LockedAvatar> {
  const avatar = await lockJudgedAvatar(tx, id)
  if (avatar.hiddenFrom === null) throw new Failure('conflict', 'This avatar is not hidden', { reason: 'not_hidden' })
  await writeAvatarChange(tx, avatar, { releaseStatus: avatar.hiddenFrom, hiddenFrom: null, ...wearersDue(tx) })
  return avatar
}
