import { invalid, noSuchUser } from '../../kernel/failure.ts'
import { type Id, isId, type UserId, type WorldId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { thumbnailUrl } from '../files/addresses.ts'
import { visibleUsers } from '../users/policy.ts'
import { noSuchWorld } from '../worlds/policy.ts'
import { readableByIds } from '../worlds/worlds.ts'

/** What is reported, as it is called now. */
export interface Content {
  readonly name: string
  readonly thumbnailUrl: string | null
}

type ContentKind = 'user' | 'world' | 'avatar' | 'group' | 'prop' | 'print'

const KINDS: readonly ContentKind[] = ['user', 'world', 'avatar', 'group', 'prop', 'print']

/** Whose ids go with a type of the platform's own; an admin may offer further types. */
const KIND_OF: Readonly<Record<string, ContentKind>> = {
  avatar: 'avatar',
  behavior: 'user',
  group: 'group',
  user: 'user',
  world: 'world',
}

const kindsOf = (type: string): readonly ContentKind[] => {
  const kind = Object.hasOwn(KIND_OF, type) ? KIND_OF[type] : undefined
  return kind ? [kind] : KINDS
}

/** The id of some content of a type. Throws `invalid` for an id of anything else. */
export function contentIdOf(type: string, text: string): Id<ContentKind> {
  for (const kind of kindsOf(type)) if (isId(kind, text)) return text
  throw invalid('contentId', `contentId must be the id of what the type '${type}' is about: '${text}'`)
}

/**
 * What the viewer sees of some content. Avatars, groups and what else has no row here are taken by their ids. Throws
 * `missing` for a person or a world that is not to be seen.
 */
export async function readContent(scope: SignedScope, id: Id<ContentKind>): Promise<Content> {
  if (isId('user', id)) return readPerson(scope, id)
  if (isId('world', id)) return readPlace(scope, id)
  return { name: '', thumbnailUrl: null }
}

async function readPerson({ db }: SignedScope, id: UserId): Promise<Content> {
  const select = {
    displayName: true,
    userIcon: true,
    profilePicOverride: true,
    currentAvatarThumbnailImageUrl: true,
  }
  const user = await db.user.findFirst({ where: { id, ...visibleUsers }, select })
  if (!user) throw noSuchUser(id)
  const picture = user.userIcon || user.profilePicOverride || user.currentAvatarThumbnailImageUrl
  return { name: user.displayName, thumbnailUrl: picture || null }
}

async function readPlace(scope: SignedScope, id: WorldId): Promise<Content> {
  const [world] = await readableByIds(scope, [id])
  if (!world || world.deletedAt) throw noSuchWorld(id)
  return { name: world.name, thumbnailUrl: thumbnailUrl(scope.rules.publicUrl, world.imageUrl) }
}
