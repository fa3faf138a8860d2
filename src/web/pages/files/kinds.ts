import type { FileFilter, ImagePurpose } from '../../generated/graphql.ts'
import type { FileKind } from './search.ts'

/** The tabs with pictures, which are files with a tag. */
export type PictureKind = Exclude<FileKind, 'prints' | 'other'>

/** Tags of pictures that stand in the other tabs. */
const PICTURE_TAGS = ['gallery', 'icon', 'emoji', 'sticker', 'print']

export const FILTERS: Readonly<Record<Exclude<FileKind, 'prints'>, FileFilter>> = {
  gallery: { tag: 'gallery' },
  icons: { tag: 'icon' },
  emoji: { tag: 'emoji' },
  stickers: { tag: 'sticker' },
  other: { notTags: PICTURE_TAGS },
}

/** What is uploaded in a tab by drag and drop. */
export const PURPOSES = {
  gallery: 'GALLERY',
  icons: 'ICON',
  emoji: 'EMOJI',
  stickers: 'STICKER',
} as const satisfies Readonly<Record<PictureKind, ImagePurpose>>
