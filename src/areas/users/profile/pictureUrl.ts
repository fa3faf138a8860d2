import { IMAGE_SIZES, imageUrl, parseFileUrl } from '../../../kernel/webUrls.ts'
import type { ProfilePictures } from './pictures.ts'

interface Pictures extends ProfilePictures {
  readonly currentAvatarImageUrl: string
  readonly currentAvatarThumbnailImageUrl: string
}

/**
 * URL of the picture that clients show of a person: the icon, else the profile image, else the image of the avatar; null
 * without any. With `size`, that of the smallest thumbnail that has so many pixels per side, if it is an image of this
 * server and a thumbnail has them.
 */
export function pictureUrl(publicUrl: string, pictures: Pictures, size: number | null): string | null {
  const { userIcon, profilePicOverride, currentAvatarImageUrl, currentAvatarThumbnailImageUrl } = pictures
  const original = userIcon || profilePicOverride || currentAvatarImageUrl || currentAvatarThumbnailImageUrl
  if (original === '') return null
  const reference = size === null ? null : parseFileUrl(publicUrl, original)
  const thumbnail = IMAGE_SIZES.find((pixels) => size !== null && pixels >= size)
  return reference && thumbnail ? imageUrl(publicUrl, reference, thumbnail) : original
}
