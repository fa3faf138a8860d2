import type { UploadPurpose } from '../../../areas/files/uploads/purposes.ts'
import { UploadId } from '../../../contract/ids.ts'

export {
  contentSlots,
  type FileSlot,
  newFileRules,
  requiredFileRules,
  requiredUrl,
  withNewFiles,
} from '../../../areas/files/uploads/newFiles.ts'

/** What uploads are for: names in the graph, with the purposes of the domain. */
export const UPLOAD_PURPOSES = {
  ICON: {
    value: 'icon',
    description: '`userIcon` of a profile, or `uploadImage`: a square image, kept with the icons.',
  },
  GALLERY: {
    value: 'gallery',
    description: '`profilePicOverride` of a profile, or `uploadImage`: kept in the gallery.',
  },
  EMOJI: { value: 'emoji', description: '`uploadImage`: an emoji without animation.' },
  ANIMATED_EMOJI: { value: 'emojianimated', description: '`uploadImage`: the frames of an animated emoji.' },
  STICKER: { value: 'sticker', description: '`uploadImage`: a sticker.' },
  AVATAR_IMAGE: {
    value: 'avatarimage',
    description: '`createAvatar`, `updateAvatar` and `uploadImage`: the image of an avatar.',
  },
  AVATAR_GALLERY: { value: 'avatargallery', description: '`uploadImage`: an image in the gallery of an avatar.' },
  AVATAR_ASSET: { value: 'avatarasset', description: '`createAvatar` and `updateAvatar`: a .vrca file.' },
  BUNDLE: { value: 'bundle', description: '`uploadImage`: the image of contents that are sold together.' },
  PRODUCT: { value: 'product', description: '`uploadImage`: the image of a product in the store.' },
  LISTING_GALLERY: { value: 'listinggallery', description: '`uploadImage`: an image in the gallery of a listing.' },
  ADMIN: { value: 'admin', description: '`uploadImage`: an image that the platform itself uses; admins only.' },
  PRINT: { value: 'print', description: '`uploadPrint` and `editPrint`: a photo.' },
  INVITE_PHOTO: {
    value: 'invitePhoto',
    description: 'An image attached to an invite, a request for one or a response.',
  },
  WORLD_IMAGE: { value: 'worldimage', description: '`createWorld` and `updateWorld`: the image of a world.' },
  WORLD_ASSET: { value: 'worldasset', description: '`createWorld` and `updateWorld`: a .vrcw file.' },
  PROP_IMAGE: { value: 'propimage', description: '`createProp` and `updateProp`: the image of a prop.' },
  PROP_ASSET: {
    value: 'propasset',
    description: '`createProp` and `updateProp`: a .vrcp, .vrca or .unitypackage file.',
  },
  FILE_VERSION: {
    value: 'fileversion',
    description: '`createFileVersion`: a version of a file, of the type of the file.',
  },
} as const satisfies Readonly<Record<string, { value: UploadPurpose; description: string }>>

/** An input field that takes an upload of this purpose, as its enum value names it. */
export const uploadIdField = (purpose: keyof typeof UPLOAD_PURPOSES) =>
  UploadId.optional().describe(
    `Id of an upload of the purpose \`${purpose}\`, instead of a URL or file; it is used once.`,
  )
