import { Failure } from '../../../kernel/failure.ts'
import type { AvatarId } from '../../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { contentNameFields } from '../../accounts/account/names.ts'
import { linkFile, linkRule, lockFilesToLink } from '../../files/links.ts'
import { parseUnitySortKey } from '../../files/unity/versions.ts'
import { canUpdateAvatar, type LockedAvatar } from '../policy.ts'
import { wearersDue } from '../wearing/due.ts'
import { type AvatarInput, assertCanFeature, IMAGE_RULE, incompleteAvatar, requestedStatus } from './create.ts'
import { assertNotDefaultAvatar } from './hide.ts'
import { ASSET_RULE, hasCompletePackage, packageChange } from './packages.ts'
import { styleColumns, styleRules } from './styles.ts'
import { avatarTags } from './tags.ts'
import { type AvatarChange, type AvatarChangeDecision, changeLockedAvatar } from './write.ts'

/** Changes of an avatar; omitted members stay as they are. */
interface AvatarUpdate extends AvatarInput {
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
    linkRule(scope, imageUrl === avatar.imageUrl ? undefined : imageUrl, IMAGE_RULE),
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
  if (imageUrl === undefined || imageUrl === avatar.imageUrl) return NO_CHANGE
  const { fileId: imageFileId, isForeign } = await linkFile(tx, imageUrl, IMAGE_RULE)
  return { change: { imageUrl, imageFileId, ...NEXT_VERSION, ...wearersDue(tx) }, needsAdmin: isForeign }
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
