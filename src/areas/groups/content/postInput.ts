import type { GroupPost, Prisma } from '../../../generated/prisma/client.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { assertOwnImage } from '../group/images.ts'
import { assertRolesOfGroup } from './inputs.ts'

export interface NewPost {
  readonly title: string
  readonly text: string
  readonly visibility: 'group' | 'public'
  /** Roles whose holders can read it; empty for all. What stands is kept by default, in a new post none. */
  readonly roleIds?: readonly string[] | undefined
  /** What stands is kept by default; null for none. */
  readonly imageId?: string | null | undefined
  readonly sendNotification?: boolean | undefined
}

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
export const postColumns = (
  { title, text, visibility, roleIds, imageId }: NewPost,
  standing?: PostColumns,
): PostColumns => ({
  title,
  text,
  visibility,
  roleIds: roleIds ? [...new Set(roleIds)] : (standing?.roleIds ?? []),
  imageId: imageId === undefined ? (standing?.imageId ?? null) : imageId,
})

/** What the audit log shows of a post. */
export const auditedPost = ({ title, text, visibility, roleIds, imageId }: PostColumns): Prisma.JsonObject => ({
  title,
  text,
  visibility,
  roleIds: [...roleIds],
  imageId,
})
