import type { GroupPost, Prisma } from '../../../generated/prisma/client.ts'
import { assertUnchanged, type ConditionalChange } from '../../../kernel/changedSince.ts'
import { type GroupId, newId } from '../../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { type GroupAccess, readGroupAccess, readKeptGroupAccess } from '../access.ts'
import { appendContentAudit, changesOf } from '../auditLog/entries.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { assertNotHidden, assertOwnImage, assertPermission, assertSeesInside, postNotFound } from '../policy.ts'
import { assertRolesOfGroup } from '../roles/roles.ts'
import { ANNOUNCEMENT_DELIVERIES, cancelDelivery, NOTIFICATION_LIMIT, requestDelivery } from './announcementDelivery.ts'
import { runDeliveries } from './deliveries.ts'
import { readPostsAndTotal } from './queries.ts'

interface NewPost {
  readonly title: string
  readonly text: string
  readonly visibility: 'group' | 'public'
  /** Roles whose holders can read it; empty for all. What stands is kept by default, in a new post none. */
  readonly roleIds?: readonly string[] | undefined
  /** What stands is kept by default; null for none. */
  readonly imageId?: string | null | undefined
  readonly sendNotification?: boolean | undefined
}

/** What a change gives of a post; what is left out is kept. */
type PostChange = Partial<Pick<NewPost, 'title' | 'text' | 'visibility'>> &
  Omit<NewPost, 'title' | 'text' | 'visibility'>

/** A post that is written, or changed if it has an id already. */
interface PostPlace {
  readonly groupId?: string
  readonly postId?: string
}

/** The rules for what is given of a post. */
export const postRules = (
  scope: ViewerScope,
  { groupId = '', postId = '', roleIds = [], imageId }: Partial<NewPost> & PostPlace,
): InputRule[] => [
  () => assertRolesOfGroup(scope, groupId, 'roleIds', roleIds),
  async () => {
    if (imageId == null || (await scope.db.groupPost.count({ where: { id: postId, imageId } })) > 0) return
    await assertOwnImage(scope, 'imageId', imageId, scope.viewer.id)
  },
]

type PostColumns = Pick<GroupPost, 'title' | 'text' | 'visibility' | 'roleIds' | 'imageId'>

/** The columns of a post as it is given, with what stands where nothing is given. */
const changedColumns = (standing: PostColumns, { roleIds, imageId, ...given }: PostChange): PostColumns => ({
  title: given.title ?? standing.title,
  text: given.text ?? standing.text,
  visibility: given.visibility ?? standing.visibility,
  roleIds: roleIds ? [...new Set(roleIds)] : standing.roleIds,
  imageId: imageId === undefined ? standing.imageId : imageId,
})

/** The columns of a new post. */
const newColumns = ({ title, text, visibility, ...given }: NewPost): PostColumns =>
  changedColumns({ title, text, visibility, roleIds: [], imageId: null }, given)

/** What the audit log shows of a post. */
const auditedPost = ({ title, text, visibility, roleIds, imageId }: PostColumns): Prisma.JsonObject => ({
  title,
  text,
  visibility,
  roleIds: [...roleIds],
  imageId,
})

/**
 * Posts of a group that the viewer can read, newest first, with their number. A member who reads them has read what was
 * posted until now. Throws `missing`, `forbidden` for a private group of others.
 */
export async function readGroupPosts(
  scope: ViewerScope,
  groupId: GroupId,
  { publicOnly, page }: { readonly publicOnly?: boolean | undefined; readonly page: OffsetPage },
): Promise<{ posts: GroupPost[]; total: number }> {
  const access = await readKeptGroupAccess(scope, groupId)
  assertSeesInside(access)
  const [found] = await Promise.all([
    readPostsAndTotal(scope, access, { publicOnly: publicOnly ?? false, page }),
    access.status === 'member' ? recordReading(scope, groupId) : undefined,
  ])
  return found
}

/** Records that the viewer, a member, has read the posts of a group. */
export async function recordReading({ db, viewer, now }: ViewerScope, groupId: string): Promise<void> {
  const where = { groupId, userId: viewer.id, status: 'member' }
  await db.groupMember.updateMany({ where, data: { lastPostReadAt: now } })
}

const needs = 'group-announcement-manage'
/** More than people write: posts are kept, and so are bounded by time. */
const POST_LIMIT: RateLimit = { name: 'group-post', points: 200, window: 24 * 60 * 60 }

/**
 * Writes a post, and notifies subscribed members who can read it if wanted. Throws `missing`, `forbidden`, `invalid` for
 * images of others and roles of other groups, `exhausted` after 10 notifying ones and 200 in all a day of the group.
 */
export function addGroupPost(scope: ViewerScope, groupId: GroupId, given: NewPost): Promise<GroupPost> {
  const rules = () => postRules(scope, { ...given, groupId })
  return tellingAllFaults(rules, async () => {
    const access = await readGroupAccess(scope, groupId)
    assertPermission(access, needs)
    assertNotHidden(access)
    for (const rule of rules()) await rule()
    await scope.limits.take(POST_LIMIT, groupId)
    if (given.sendNotification) await scope.limits.take(NOTIFICATION_LIMIT, groupId)
    const options = { act: 'addGroupPost', groupId, needs } as const
    const { post, deliveries } = await groupAct(scope, options, (act) => insertPost(act, given))
    await runDeliveries(scope, ANNOUNCEMENT_DELIVERIES, deliveries)
    return post
  })
}

async function insertPost({ tx, access }: GroupAct, given: NewPost) {
  const { db, now, viewer } = tx
  assertNotHidden(access)
  const groupId = access.group.id
  const { sendNotification = false } = given
  const notifiedAt = sendNotification ? now : null
  const post = await db.groupPost.create({
    data: {
      ...newColumns(given),
      id: newId('notification', now),
      groupId,
      authorId: viewer.id,
      notifiedAt,
      createdAt: now,
      updatedAt: now,
    },
  })
  await db.group.update({ where: { id: groupId }, data: { lastPostCreatedAt: now } })
  await appendContentAudit(tx, post, 'group.post.create', {
    ...auditedPost(post),
    authorId: viewer.id,
    sendNotification,
  })
  const deliveries = sendNotification ? [await requestPostDelivery(tx, access, post)] : []
  return { post, deliveries }
}

/**
 * Changes a post; what is left out stays as it is when the change is made. Notifies members if wanted, unless they were notified of it before. Throws `missing`, `forbidden`,
 * `invalid`, `exhausted`, as for a new one.
 */
export function updateGroupPost(
  scope: ViewerScope,
  { groupId, postId }: { readonly groupId: GroupId; readonly postId: string },
  given: PostChange & ConditionalChange,
): Promise<GroupPost> {
  const rules = () => postRules(scope, { ...given, groupId, postId })
  return tellingAllFaults(rules, async () => {
    const access = await readGroupAccess(scope, groupId)
    assertPermission(access, needs)
    const standing = await readPost(scope, groupId, postId)
    assertNotHidden(access)
    for (const rule of rules()) await rule()
    if (given.sendNotification && standing.notifiedAt === null) await scope.limits.take(NOTIFICATION_LIMIT, groupId)
    const options = { act: 'updateGroupPost', groupId, needs } as const
    const { post, deliveries } = await groupAct(scope, options, (act) => changePost(act, postId, given))
    await runDeliveries(scope, ANNOUNCEMENT_DELIVERIES, deliveries)
    return post
  })
}

async function changePost({ tx, access }: GroupAct, postId: string, given: PostChange & ConditionalChange) {
  const { db, now, viewer } = tx
  const standing = await readPost(tx, access.group.id, postId)
  assertUnchanged(standing, given)
  assertNotHidden(access)
  const columns = changedColumns(standing, given)
  const isNotifying = given.sendNotification === true && standing.notifiedAt === null
  const changes = changesOf(auditedPost(standing), auditedPost(columns))
  if (Object.keys(changes).length === 0 && !isNotifying) return { post: standing, deliveries: [] }
  const notified = isNotifying && { notifiedAt: now }
  const data = { ...columns, ...notified, editorId: viewer.id, updatedAt: now }
  const post = await db.groupPost.update({ where: { id: postId }, data })
  await appendContentAudit(tx, post, 'group.post.update', changes)
  const deliveries = isNotifying ? [await requestPostDelivery(tx, access, post)] : []
  return { post, deliveries }
}

/** Deletes a post, and its notifications that were not seen. Throws `missing`, `forbidden`. */
export async function deleteGroupPost(scope: ViewerScope, groupId: GroupId, postId: string): Promise<void> {
  const deliveries = await groupAct(scope, { act: 'deleteGroupPost', groupId, needs }, async ({ tx }) => {
    const post = await readPost(tx, groupId, postId)
    await tx.db.groupPost.delete({ where: { id: postId } })
    const latest = await tx.db.groupPost.aggregate({ where: { groupId }, _max: { createdAt: true } })
    await tx.db.group.update({ where: { id: groupId }, data: { lastPostCreatedAt: latest._max.createdAt } })
    await appendContentAudit(tx, post, 'group.post.delete', { ...auditedPost(post), authorId: post.authorId })
    return cancelDelivery(tx, postId)
  })
  await runDeliveries(scope, ANNOUNCEMENT_DELIVERIES, deliveries)
}

/** A post of a group. Throws `missing`. */
async function readPost({ db }: Pick<InTransaction, 'db'>, groupId: string, id: string): Promise<GroupPost> {
  const post = await db.groupPost.findFirst({ where: { id, groupId } })
  if (!post) throw postNotFound()
  return post
}

const requestPostDelivery = (tx: ViewerScope & InTransaction, { group }: GroupAccess, post: GroupPost) =>
  requestDelivery(tx, group, {
    id: post.id,
    title: post.title,
    message: post.text,
    roleIds: post.roleIds,
    authorId: post.authorId ?? tx.viewer.id,
  })
