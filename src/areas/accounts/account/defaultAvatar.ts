import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { thumbnailUrl } from '../../../kernel/webUrls.ts'

/** The avatar of the platform, which everybody wears who has chosen no other. It is always there, and public. */
export const DEFAULT_AVATAR_ID = trusted<'avatar'>('avtr_00000000-0000-4000-8000-000000000001')

/** Columns of a person who wears the avatar of the platform, as it looks now. */
export async function defaultAvatarColumns({ db, rules }: Pick<Scope, 'db' | 'rules'>) {
  const avatar = await db.avatar.findUnique({
    where: { id: DEFAULT_AVATAR_ID },
    select: { imageUrl: true, tags: true },
  })
  const { imageUrl = '', tags = [] } = avatar ?? {}
  return {
    currentAvatar: DEFAULT_AVATAR_ID,
    currentAvatarImageUrl: imageUrl,
    currentAvatarThumbnailImageUrl: thumbnailUrl(rules.publicUrl, imageUrl),
    currentAvatarTags: tags,
    fallbackAvatar: DEFAULT_AVATAR_ID,
  }
}
