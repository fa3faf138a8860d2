import { isAdmin } from '../../../kernel/access.ts'
import { invalid } from '../../../kernel/failure.ts'
import { isId } from '../../../kernel/ids.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import { isSameUrl, type StoredUrlOptions, shownUrl, storedUrl, type UrlOptions } from '../../../kernel/ownUrls.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { IMAGE_SIZES, imageUrl, parseFileUrl } from '../../../kernel/webUrls.ts'

/** Addresses of the pictures of a profile; an empty one stands for none. */
interface ProfilePictures {
  readonly userIcon: string
  readonly profilePicOverride: string
}

const FIELDS = ['userIcon', 'profilePicOverride', 'bannerCustomUrl'] as const
type PictureField = (typeof FIELDS)[number]

type PictureChange = Readonly<Partial<Record<PictureField, string | undefined>>>
type PicturesOfPerson = Readonly<Record<PictureField | 'id', string>>

/**
 * Checks the pictures of a profile that change. Each must be empty or exactly the address of an uploaded image of the
 * person; admins can also take files of others. Pictures of other hosts would reveal to the host who looks at them.
 * Throws `invalid`. Answers whether a file belongs to somebody else.
 */
export async function assertCanShowPictures(
  tx: ViewerScope & InTransaction,
  before: PicturesOfPerson,
  change: PictureChange,
): Promise<{ isForeign: boolean }> {
  const owners: string[] = []
  for (const field of FIELDS) {
    const url = change[field] ?? ''
    if (url === '' || isSameUrl(tx, url, before[field])) continue
    const owner = await ownerOfImage(tx, url)
    if (owner === undefined || (owner !== before.id && !isAdmin(tx)))
      throw invalid(field, `${field} must be the address of an image of yours that is uploaded`, 'unknown_reference')
    owners.push(owner)
  }
  return { isForeign: owners.some((owner) => owner !== before.id) }
}

/** A change of a profile with its pictures as rows hold them. */
export function withStoredPictures<C extends PictureChange>(options: StoredUrlOptions, change: C): C {
  const given = FIELDS.flatMap((field) =>
    change[field] === undefined ? [] : [[field, storedUrl(options, change[field])]],
  )
  return { ...change, ...Object.fromEntries(given) }
}

/** The rules for the pictures of a profile that change, one for each. */
export const pictureRules = (scope: ViewerScope, before: PicturesOfPerson, change: PictureChange): InputRule[] =>
  FIELDS.map((field) => () => transact(scope, (tx) => assertCanShowPictures(tx, before, { [field]: change[field] })))

/** The owner of the uploaded image that a URL names; undefined when there is no such image. */
async function ownerOfImage({ db, ...options }: ViewerScope & InTransaction, url: string): Promise<string | undefined> {
  const reference = parseFileUrl(options, url)
  if (!reference) return undefined
  const { fileId, version } = reference
  const file = await db.file.findFirst({
    where: {
      id: fileId,
      mimeType: { startsWith: 'image/' },
      versions: { some: { version, data: { some: { type: 'file', status: 'complete' } } } },
    },
    select: { ownerId: true },
  })
  return file?.ownerId
}

/** Checks the world where a person's clients start: empty for none, else a world that people can be in. Throws `invalid`. */
export async function assertCanStartAt({ db }: InTransaction, location: string): Promise<void> {
  if (location === '') return
  const worlds = isId('world', location)
    ? await db.world.count({ where: { id: location, NOT: { releaseStatus: 'hidden' } } })
    : 0
  if (worlds === 0)
    throw invalid('homeLocation', 'homeLocation must be the id of a world, or empty', 'unknown_reference')
}

interface Pictures extends ProfilePictures {
  readonly currentAvatarImageUrl: string
  readonly currentAvatarThumbnailImageUrl: string
}

/**
 * URL of the picture that clients show of a person: the icon, else the profile image, else the image of the avatar; null
 * without any. With `size`, that of the smallest thumbnail that has so many pixels per side, if it is an image of this
 * server and a thumbnail has them.
 */
export function pictureUrl(options: UrlOptions, pictures: Pictures, size: number | null): string | null {
  const { userIcon, profilePicOverride, currentAvatarImageUrl, currentAvatarThumbnailImageUrl } = pictures
  const original = userIcon || profilePicOverride || currentAvatarImageUrl || currentAvatarThumbnailImageUrl
  if (original === '') return null
  const reference = size === null ? null : parseFileUrl(options, original)
  const thumbnail = IMAGE_SIZES.find((pixels) => size !== null && pixels >= size)
  return reference && thumbnail ? imageUrl(options.rules.publicUrl, reference, thumbnail) : shownUrl(options, original)
}
