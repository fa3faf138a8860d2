import { invalid } from '../../kernel/failure.ts'
import type { ImageShape } from '../../kernel/images.ts'

/** Bytes that an uploaded picture may have. */
export const MOST_IMAGE_BYTES = 20 * 1024 * 1024

/** What pictures are uploaded as: the tags of uploadImage, then those that have operations of their own. */
export const IMAGE_TAGS = [
  'admin',
  'avatargallery',
  'avatarimage',
  'bundle',
  'emoji',
  'emojianimated',
  'gallery',
  'icon',
  'listinggallery',
  'product',
  'sticker',
] as const
export type ImageTag = (typeof IMAGE_TAGS)[number]
export type ImageKindName = ImageTag | 'print' | 'invitePhoto'

/** What pictures of a kind must be, and how many of them a person may hold. */
export interface ImageKind {
  readonly shape: ImageShape
  /** Pictures of a person, counted as `countedWith` says. */
  readonly most: number
  /** A sheet of frames, which come with their number and speed. */
  readonly animated: boolean
  /** Uploaded by administrators alone. */
  readonly adminOnly: boolean
}

const PICTURE: ImageShape = { format: 'png', least: 64, most: 2048 }
const SQUARE: ImageShape = { ...PICTURE, square: true }
const SMALL_SQUARE: ImageShape = { ...SQUARE, most: 1024 }
const SHEET: ImageShape = { format: 'png', least: 1024, most: 1024, square: true }

const kind = (shape: ImageShape, most: number, more: Partial<ImageKind> = {}): ImageKind => ({
  shape,
  most,
  animated: false,
  adminOnly: false,
  ...more,
})

/** The numbers of emoji and stickers are those that getConfig tells. */
export const IMAGE_KINDS: Readonly<Record<ImageKindName, ImageKind>> = {
  admin: kind(PICTURE, 1000, { adminOnly: true }),
  avatargallery: kind(PICTURE, 256),
  avatarimage: kind(PICTURE, 256),
  bundle: kind(PICTURE, 64),
  emoji: kind(SMALL_SQUARE, 18),
  emojianimated: kind(SHEET, 18, { animated: true }),
  gallery: kind(PICTURE, 64),
  icon: kind(SQUARE, 64),
  listinggallery: kind(PICTURE, 256),
  product: kind(PICTURE, 256),
  sticker: kind(SMALL_SQUARE, 18),
  print: kind(PICTURE, 64),
  invitePhoto: kind(PICTURE, 64),
}

const EMOJI: readonly ImageKindName[] = ['emoji', 'emojianimated']

/** The kinds whose pictures count together: emoji that move and those that stand still share one number. */
export const countedWith = (name: ImageKindName): readonly ImageKindName[] => (EMOJI.includes(name) ? EMOJI : [name])

/** How a sheet of frames is played. */
export interface Animation {
  readonly frames: number
  /** Frames a second. */
  readonly framesOverTime: number
}

const FRAMES = { least: 2, most: 64 }
const SPEED = { least: 1, most: 64 }

/** The animation of a picture; null for kinds that stand still. Throws `invalid` for a sheet without one that can be played. */
export function animationOf({ animated }: ImageKind, given: Partial<Animation>): Animation | null {
  if (!animated) return null
  return {
    frames: within('frames', given.frames, FRAMES),
    framesOverTime: within('framesOverTime', given.framesOverTime, SPEED),
  }
}

function within(field: string, value: number | undefined, { least, most }: typeof FRAMES): number {
  const right = value !== undefined && Number.isInteger(value) && value >= least && value <= most
  if (!right) throw invalid(field, `${field} must be a whole number from ${least} to ${most}.`)
  return value
}
