import type { UploadPurpose } from '../../generated/graphql.ts'

const IMAGES = 'image/png,image/jpeg,image/webp,image/gif'

/** Extensions of the files that are no images. */
const ASSETS: Partial<Readonly<Record<UploadPurpose, string>>> = {
  AVATAR_ASSET: '.vrca',
  PROP_ASSET: '.vrcp,.vrca,.unitypackage',
  WORLD_ASSET: '.vrcw',
}

/** What the file dialog offers for a purpose. */
export const acceptedFor = (purpose: UploadPurpose): string => ASSETS[purpose] ?? IMAGES

/** Most mebibytes of an image. */
export const MOST_IMAGE_MEBIBYTES = 20
