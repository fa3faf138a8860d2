import type { GroupGallery, Prisma } from '../../../generated/prisma/client.ts'
import { assertUnchanged, type ConditionalChange } from '../../../kernel/changedSince.ts'
import { type GroupGalleryId, type GroupId, newId } from '../../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import type { GroupAccess } from '../access.ts'
import { appendContentAudit, changesOf } from '../auditLog/entries.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { assertNotHidden, canSeeGallery, galleryNotFound, groupLimitReached } from '../policy.ts'
import { assertRolesOfGroup } from '../roles/roles.ts'

type RoleIds = readonly string[] | null | undefined

/** What is given of a gallery; what is absent stays, in a new gallery it is empty. */
interface GalleryChange extends ConditionalChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly membersOnly?: boolean | undefined
  /** Null for everybody who can see the group. */
  readonly roleIdsToView?: RoleIds
  readonly roleIdsToSubmit?: RoleIds
  readonly roleIdsToAutoApprove?: RoleIds
  readonly roleIdsToManage?: RoleIds
}

interface NewGallery extends GalleryChange {
  readonly name: string
}

const MAX_GALLERIES = 10
const ROLE_LISTS = ['roleIdsToView', 'roleIdsToSubmit', 'roleIdsToAutoApprove', 'roleIdsToManage'] as const

/** The rules for what is given of a gallery. */
export const galleryRules = (
  scope: Pick<ViewerScope, 'db'>,
  { groupId = '', ...given }: GalleryChange & { readonly groupId?: string },
): InputRule[] => ROLE_LISTS.map((field) => () => assertRolesOfGroup(scope, groupId, field, given[field] ?? []))

type GalleryColumns = Omit<GroupGallery, 'id' | 'groupId' | 'createdAt' | 'updatedAt'>

const EMPTY_GALLERY: Omit<GalleryColumns, 'name'> = {
  description: '',
  membersOnly: false,
  restrictsView: false,
  roleIdsToView: [],
  roleIdsToSubmit: [],
  roleIdsToAutoApprove: [],
  roleIdsToManage: [],
}

const listOr = (given: RoleIds, standing: string[]) => (given === undefined ? standing : [...new Set(given)])

/** The columns of a gallery with what is given in place of what stands. */
const galleryColumns = (given: GalleryChange, standing: GalleryColumns): GalleryColumns => ({
  name: given.name ?? standing.name,
  description: given.description ?? standing.description,
  membersOnly: given.membersOnly ?? standing.membersOnly,
  restrictsView: given.roleIdsToView === undefined ? standing.restrictsView : given.roleIdsToView !== null,
  roleIdsToView: listOr(given.roleIdsToView, standing.roleIdsToView),
  roleIdsToSubmit: listOr(given.roleIdsToSubmit, standing.roleIdsToSubmit),
  roleIdsToAutoApprove: listOr(given.roleIdsToAutoApprove, standing.roleIdsToAutoApprove),
  roleIdsToManage: listOr(given.roleIdsToManage, standing.roleIdsToManage),
})

/** What the audit log shows of a gallery. */
const auditedGallery = (gallery: GalleryColumns): Prisma.JsonObject => ({
  name: gallery.name,
  description: gallery.description,
  membersOnly: gallery.membersOnly,
  roleIdsToView: gallery.restrictsView ? gallery.roleIdsToView : null,
  roleIdsToSubmit: gallery.roleIdsToSubmit,
  roleIdsToAutoApprove: gallery.roleIdsToAutoApprove,
  roleIdsToManage: gallery.roleIdsToManage,
})

const needs = 'group-galleries-manage'

/** Creates a gallery. Throws `missing`, `forbidden` also for the eleventh of a group, `invalid` for roles of others. */
export const createGroupGallery = (scope: ViewerScope, groupId: GroupId, given: NewGallery): Promise<GroupGallery> =>
  tellingAllFaults(
    () => galleryRules(scope, { ...given, groupId }),
    () => groupAct(scope, { act: 'createGroupGallery', groupId, needs }, (act) => insertGallery(act, given)),
  )

async function insertGallery({ tx, access }: GroupAct, given: NewGallery): Promise<GroupGallery> {
  const { db, now } = tx
  const groupId = access.group.id
  assertNotHidden(access)
  for (const rule of galleryRules(tx, { ...given, groupId })) await rule()
  if ((await db.groupGallery.count({ where: { groupId } })) >= MAX_GALLERIES) throw groupLimitReached('galleries')
  const columns = galleryColumns(given, { ...EMPTY_GALLERY, name: given.name })
  const data = { ...columns, id: newId('groupGallery', now), groupId, createdAt: now, updatedAt: now }
  const gallery = await db.groupGallery.create({ data })
  await appendContentAudit(tx, gallery, 'group.gallery.create', auditedGallery(gallery))
  return gallery
}

/** A gallery of a group. */
export interface GalleryKey {
  readonly groupId: GroupId
  readonly galleryId: GroupGalleryId
}

/** Changes a gallery. Throws `missing`, `forbidden`, `invalid` for roles of other groups. */
export const updateGroupGallery = (
  scope: ViewerScope,
  { groupId, galleryId }: GalleryKey,
  given: GalleryChange,
): Promise<GroupGallery> =>
  tellingAllFaults(
    () => galleryRules(scope, { ...given, groupId }),
    () => groupAct(scope, { act: 'updateGroupGallery', groupId, needs }, (act) => changeGallery(act, galleryId, given)),
  )

async function changeGallery({ tx, access }: GroupAct, id: string, given: GalleryChange): Promise<GroupGallery> {
  const standing = await readVisibleGallery(tx, access, id)
  assertUnchanged(standing, given)
  for (const rule of galleryRules(tx, { ...given, groupId: standing.groupId })) await rule()
  const columns = galleryColumns(given, standing)
  const changes = changesOf(auditedGallery(standing), auditedGallery(columns))
  if (Object.keys(changes).length === 0) return standing
  const gallery = await tx.db.groupGallery.update({ where: { id }, data: { ...columns, updatedAt: tx.now } })
  await appendContentAudit(tx, gallery, 'group.gallery.update', changes)
  return gallery
}

/** Deletes a gallery with its images; their files stay. Throws `missing`, `forbidden`. */
export const deleteGroupGallery = (scope: ViewerScope, { groupId, galleryId }: GalleryKey): Promise<void> =>
  groupAct(scope, { act: 'deleteGroupGallery', groupId, needs }, async ({ tx, access }) => {
    const gallery = await readVisibleGallery(tx, access, galleryId)
    await tx.db.groupGallery.delete({ where: { id: galleryId } })
    await appendContentAudit(tx, gallery, 'group.gallery.delete', auditedGallery(gallery))
  })

/** A gallery of a group. Throws `missing` for one that the viewer can't see. */
export async function readVisibleGallery(
  { db }: Pick<InTransaction, 'db'>,
  access: GroupAccess,
  id: string,
): Promise<GroupGallery> {
  const gallery = await db.groupGallery.findFirst({ where: { id, groupId: access.group.id } })
  if (!gallery || !canSeeGallery(access, gallery)) throw galleryNotFound()
  return gallery
}
